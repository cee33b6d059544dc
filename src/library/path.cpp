// Products of many operands: the order of pairs, their contraction, and the text about it. (Long: orders of
// contraction, and NumPy's text about them.)
#include <cmath>
#include <cstdio>
#include <fuse/core/error.hpp>
#include <fuse/library/labels.hpp>
#include <fuse/library/subscripts.hpp>
#include <fuse/runtime/counters.hpp>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "strided_copy.hpp"

namespace cp::library {

namespace {

using label_list = std::vector<int>;

bool has(label_list const& list, int label) {
  for (int l : list)
    if (l == label) return true;
  return false;
}

/// Labels with their extents, and which operand has which.
struct network {
  label_list labels;
  std::vector<double> extent;
  std::vector<std::uint64_t> operand;  ///< a bit for each label (their number is at most 64)
  std::uint64_t result = 0;

  network(labelled const* x, int operands, int const* label, int rank) {
    for (int i = 0; i < operands; ++i) {
      operand.push_back(0);
      for (int k = 0; k < x[i].rank; ++k) {
        int const at = index(x[i].label[k]);
        operand.back() |= std::uint64_t{1} << at;
        if (x[i].shape[k] != 1) extent[static_cast<std::size_t>(at)] = static_cast<double>(x[i].shape[k]);
      }
    }
    for (int k = 0; k < rank; ++k) result |= std::uint64_t{1} << index(label[k]);
  }
  int index(int label) {
    for (std::size_t i = 0; i < labels.size(); ++i)
      if (labels[i] == label) return static_cast<int>(i);
    if (labels.size() == 64) throw value_error("cp::einsum: takes at most 64 different labels");
    labels.push_back(label);
    extent.push_back(1);
    return static_cast<int>(labels.size()) - 1;
  }
  double size(std::uint64_t set) const {
    double s = 1;
    for (std::size_t i = 0; i < labels.size(); ++i)
      if ((set >> i & 1) != 0) s *= extent[i];
    return s;
  }
  /// Operations of a product of `terms` operands over these labels, with a sum or without: NumPy's count.
  double operations(std::uint64_t set, bool sum, int terms) const {
    return size(set) * ((terms > 2 ? terms - 1 : 1) + (sum ? 1 : 0));
  }
};

/// What is left of two sets of labels when they are contracted, where `others` and the result need these.
std::uint64_t kept(std::uint64_t a, std::uint64_t b, std::uint64_t needed) { return (a | b) & needed; }

using path = std::vector<std::pair<int, int>>;  ///< positions, the smaller one first; what is made goes to the end

/// The cheapest order of all: of each set of operands the best way to part it.
path best_path(network const& net) {
  int const n = static_cast<int>(net.operand.size());
  std::size_t const sets = std::size_t{1} << n;
  std::vector<double> cost(sets, HUGE_VAL);
  std::vector<std::uint64_t> labels(sets);
  std::vector<std::size_t> part(sets, 0);
  for (std::size_t s = 1; s < sets; ++s) {
    std::uint64_t inside = 0, outside = net.result;
    for (int i = 0; i < n; ++i) ((s >> i & 1) != 0 ? inside : outside) |= net.operand[static_cast<std::size_t>(i)];
    bool const single = (s & (s - 1)) == 0;
    labels[s] = single ? inside : inside & outside;
    if (single) {
      cost[s] = 0;
      continue;
    }
    for (std::size_t t = (s - 1) & s; t > (s ^ t); t = (t - 1) & s) {
      std::uint64_t const both = labels[t] | labels[s ^ t];
      double const c = cost[t] + cost[s ^ t] + net.operations(both, (both & ~outside) != 0, 2);
      if (c < cost[s]) cost[s] = c, part[s] = t;
    }
  }
  // The tree of parts, from its leaves up, as positions.
  path p;
  std::vector<std::size_t> present;
  for (int i = 0; i < n; ++i) present.push_back(std::size_t{1} << i);
  auto const join = [&](std::size_t x, std::size_t y) {
    int i = -1, j = -1;
    for (std::size_t k = 0; k < present.size(); ++k) {
      if (present[k] == x) i = static_cast<int>(k);
      if (present[k] == y) j = static_cast<int>(k);
    }
    if (i > j) std::swap(i, j);
    present.erase(present.begin() + j);
    present.erase(present.begin() + i);
    present.push_back(x | y);
    p.push_back({i, j});
  };
  auto const walk = [&](auto const& self, std::size_t s) -> void {
    if ((s & (s - 1)) == 0) return;
    std::size_t const t = part[s];
    self(self, s ^ t), self(self, t);  // the part with the last operand has the larger number
    join(t, s ^ t);
  };
  walk(walk, sets - 1);
  return p;
}

/// At each step the pair whose product frees the most; of equals, the cheapest.
path greedy_path(network const& net) {
  std::vector<std::uint64_t> present = net.operand;
  path p;
  while (present.size() > 1) {
    double best_room = HUGE_VAL, best_cost = HUGE_VAL;
    std::pair<int, int> best{0, 1};
    std::uint64_t left = 0;
    for (std::size_t i = 0; i < present.size(); ++i)
      for (std::size_t j = i + 1; j < present.size(); ++j) {
        std::uint64_t needed = net.result;
        for (std::size_t k = 0; k < present.size(); ++k)
          if (k != i && k != j) needed |= present[k];
        std::uint64_t const rest = kept(present[i], present[j], needed);
        double const room = net.size(rest) - net.size(present[i]) - net.size(present[j]);
        double const cost = net.size(present[i] | present[j]);
        // Products that sum nothing are left for the end.
        bool const outer = (present[i] & present[j]) == 0;
        double const key = outer ? HUGE_VAL / 4 + room : room;
        if (key < best_room || (key == best_room && cost < best_cost)) {
          best_room = key, best_cost = cost;
          best = {static_cast<int>(i), static_cast<int>(j)};
          left = rest;
        }
      }
    present.erase(present.begin() + best.second);
    present.erase(present.begin() + best.first);
    present.push_back(left);
    p.push_back(best);
  }
  return p;
}

path path_of(network const& net) {
  if (net.operand.size() == 2) return {{0, 1}};
  return net.operand.size() <= 8 ? best_path(net) : greedy_path(net);
}

/// The order of a chain of matrices with extents d[0] x d[1], d[1] x d[2] ...: CLRS 15.2.
path chain_path(std::vector<double> const& d) {
  int const n = static_cast<int>(d.size()) - 1;
  auto const at = [n](int i, int j) { return static_cast<std::size_t>(i * n + j); };
  std::vector<double> cost(static_cast<std::size_t>(n * n), 0);
  std::vector<int> cut(static_cast<std::size_t>(n * n), 0);
  for (int length = 1; length < n; ++length)
    for (int i = 0; i + length < n; ++i) {
      int const j = i + length;
      cost[at(i, j)] = HUGE_VAL;
      for (int k = i; k < j; ++k) {
        auto const extent = [&](int e) { return d[static_cast<std::size_t>(e)]; };
        double const c = cost[at(i, k)] + cost[at(k + 1, j)] + extent(i) * extent(k + 1) * extent(j + 1);
        if (c < cost[at(i, j)]) cost[at(i, j)] = c, cut[at(i, j)] = k;
      }
    }
  path p;
  std::vector<std::pair<int, int>> present;  // first and last matrix of what is there
  for (int i = 0; i < n; ++i) present.push_back({i, i});
  auto const walk = [&](auto const& self, int i, int j) -> void {
    if (i == j) return;
    int const k = cut[at(i, j)];
    self(self, i, k), self(self, k + 1, j);
    int x = -1, y = -1;
    for (std::size_t e = 0; e < present.size(); ++e) {
      if (present[e] == std::pair{i, k}) x = static_cast<int>(e);
      if (present[e] == std::pair{k + 1, j}) y = static_cast<int>(e);
    }
    if (x > y) std::swap(x, y);
    present.erase(present.begin() + y);
    present.erase(present.begin() + x);
    present.push_back({i, j});
    p.push_back({x, y});
  };
  walk(walk, 0, n - 1);
  return p;
}

/// An operand, or what was made on the way.
struct piece {
  label_list label;
  std::vector<std::int64_t> shape, strides;
  void const* data;
  bool conjugate;
  storage_ptr memory;

  labelled view() const {
    return {static_cast<int>(label.size()), label.data(), shape.data(), strides.data(), data, conjugate};
  }
};

void contract_along(path const& p, dtype_id dtype, memory_kind kind, labelled const* operand, int operands,
                    labelled const& result) {
  std::vector<piece> present;
  for (int i = 0; i < operands; ++i) {
    labelled const& x = operand[i];
    present.push_back({label_list(x.label, x.label + x.rank),
                       {x.shape, x.shape + x.rank},
                       {x.strides, x.strides + x.rank},
                       x.data,
                       x.conjugate,
                       {}});
  }
  label_list const wanted(result.label, result.label + result.rank);
  for (auto [i, j] : p) {
    piece const a = std::move(present[static_cast<std::size_t>(i)]),
                b = std::move(present[static_cast<std::size_t>(j)]);
    present.erase(present.begin() + j);
    present.erase(present.begin() + i);
    if (present.empty()) {
      contract_labelled(dtype, kind, a.view(), b.view(), result);
      return;
    }
    auto const needed = [&](int l) {
      if (has(wanted, l)) return true;
      for (piece const& x : present)
        if (has(x.label, l)) return true;
      return false;
    };
    // Labels of both, of the first, of the second: what a batch of products writes in one run.
    piece made;
    auto const add = [&](piece const& from, piece const& other, bool shared) {
      for (int l : from.label)
        if (needed(l) && has(other.label, l) == shared && !has(made.label, l)) made.label.push_back(l);
    };
    add(a, b, true), add(a, b, false), add(b, a, false);
    made.shape.resize(made.label.size());
    made.strides.resize(made.label.size());
    labelled const both[] = {a.view(), b.view()};
    shape_by_labels("cp::einsum", stretch::all, both, 2, made.label.data(), static_cast<int>(made.label.size()),
                    made.shape.data());
    std::int64_t size = 1;
    for (std::size_t k = made.shape.size(); k-- > 0;) made.strides[k] = size, size *= made.shape[k];
    made.memory = storage_ptr(runtime::allocate(kind, size * itemsize_of(dtype)));
    runtime::count_temporary();
    made.data = made.memory->data;
    made.conjugate = false;
    if (size > 0) contract_labelled(dtype, kind, a.view(), b.view(), made.view());
    present.push_back(std::move(made));
  }
}

/// A label as text: letters as they are, axes of an ellipsis as capital letters that are not in use.
std::string text_of(label_list const& list, label_list const& all) {
  std::string s;
  for (int l : list) {
    char c = static_cast<char>(l);
    if (l >= 128) {
      c = 'A';
      for (int before = 128;; ++c) {
        if (has(all, c)) continue;
        if (before++ == l) break;
      }
    }
    s += c;
  }
  return s;
}

}  // namespace

void contract_all(dtype_id dtype, memory_kind kind, labelled const* operand, int operands, labelled const& result) try {
  contract_along(path_of(network(operand, operands, result.label, result.rank)), dtype, kind, operand, operands,
                 result);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void contract_chain(dtype_id dtype, memory_kind kind, labelled const* operand, int operands,
                    labelled const& result) try {
  std::vector<double> extents;
  extents.push_back(operand[0].rank == 1 ? 1 : static_cast<double>(operand[0].shape[0]));
  for (int i = 0; i < operands; ++i)
    extents.push_back(
        i + 1 == operands && operand[i].rank == 1 ? 1 : static_cast<double>(operand[i].shape[operand[i].rank - 1]));
  contract_along(chain_path(extents), dtype, kind, operand, operands, result);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

std::pair<std::vector<std::vector<int>>, std::string> describe_path(labelled const* operand, int operands,
                                                                    int const* label, int rank) try {
  network const net(operand, operands, label, rank);
  path const p = operands > 1 ? path_of(net) : path{};
  std::vector<label_list> present;
  for (int i = 0; i < operands; ++i) present.emplace_back(operand[i].label, operand[i].label + operand[i].rank);
  label_list const wanted(label, label + rank);
  auto const set_of = [&](label_list const& list) {
    std::uint64_t s = 0;
    for (int l : list)
      for (std::size_t i = 0; i < net.labels.size(); ++i)
        if (net.labels[i] == l) s |= std::uint64_t{1} << i;
    return s;
  };
  std::uint64_t all = 0;
  for (std::uint64_t x : net.operand) all |= x;
  double const naive = net.operations(all, (all & ~net.result) != 0, operands);
  double optimized = operands > 1 ? 0 : naive, largest = net.size(net.result);
  int widest = 0;
  char line[160];
  std::string steps;
  std::vector<std::vector<int>> positions;
  if (operands == 1) positions.push_back({0}), widest = static_cast<int>(net.labels.size());
  for (auto [i, j] : p) {
    positions.push_back({i, j});
    label_list const a = present[static_cast<std::size_t>(i)], b = present[static_cast<std::size_t>(j)];
    present.erase(present.begin() + j);
    present.erase(present.begin() + i);
    label_list made;
    if (present.empty()) {
      made = wanted;
    } else {
      for (label_list const* from : {&a, &b})
        for (int l : *from) {
          bool needed = has(wanted, l);
          for (label_list const& x : present) needed = needed || has(x, l);
          if (needed && !has(made, l)) made.push_back(l);
        }
    }
    std::uint64_t const both = set_of(a) | set_of(b), left = set_of(made);
    int const scaling = __builtin_popcountll(both);
    widest = scaling > widest ? scaling : widest;
    optimized += net.operations(both, (both & ~left) != 0, 2);
    largest = std::fmax(largest, net.size(left));
    std::string const current =
        text_of(b, net.labels) + "," + text_of(a, net.labels) + "->" + text_of(made, net.labels);
    present.push_back(made);
    std::string remaining;
    for (label_list const& x : present) {
      if (!remaining.empty()) remaining += ',';
      remaining += text_of(x, net.labels);
    }
    remaining += "->" + text_of(wanted, net.labels);
    std::snprintf(line, sizeof line, "\n%4d    %24s %40s", scaling, current.c_str(), remaining.c_str());
    steps += line;
  }
  std::string whole;
  for (int i = 0; i < operands; ++i) {
    if (i > 0) whole += ',';
    whole += text_of({operand[i].label, operand[i].label + operand[i].rank}, net.labels);
  }
  whole += "->" + text_of(wanted, net.labels);
  std::string text = "  Complete contraction:  " + whole + "\n";
  auto const add = [&](char const* format, auto value) {
    std::snprintf(line, sizeof line, format, value);
    text += line;
  };
  add("         Naive scaling:  %d\n", static_cast<int>(net.labels.size()));
  add("     Optimized scaling:  %d\n", widest);
  add("      Naive FLOP count:  %.3e\n", naive);
  add("  Optimized FLOP count:  %.3e\n", optimized);
  add("   Theoretical speedup:  %3.3f\n", naive / optimized);
  add("  Largest intermediate:  %.3e elements\n", largest);
  std::string const rule(74, '-');
  std::snprintf(line, sizeof line, "\n%6s %24s %40s\n", "scaling", "current", "remaining");
  text += rule + line + rule + steps;
  return {positions, text};
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void throw_fault(char const* where, char const* text, subscripts const& s, int const* ranks, int operands) {
  std::string what;
  std::string const place = std::to_string(s.at + 1);
  switch (s.wrong) {
    case fault::character:
      what = "character " + place + " is no label: letters are";
      break;
    case fault::too_many:
      what = "takes at most 16 operands";
      break;
    case fault::operands:
      what = std::to_string(s.at) + " operands are named, but " + std::to_string(operands) + " given";
      break;
    case fault::ranks:
      what = s.at < operands
                 ? "the labels of operand " + place + " are not as many as its axes, " + std::to_string(ranks[s.at])
                 : "the result has more than 32 axes";
      break;
    case fault::arrow:
      what = "nothing but one operand stands behind the arrow, which is there once";
      break;
    case fault::two_ellipses:
      what = "two ellipses in one operand";
      break;
    case fault::unknown:
      what = std::string("the result's label ") + static_cast<char>(s.at) + " is no operand's";
      break;
    case fault::twice:
      what = std::string("the result has the label ") + static_cast<char>(s.at) + " twice";
      break;
    default:
      what = "operands have axes in an ellipsis, which the result has not";
      break;
  }
  throw value_error(std::string(where) + ": " + what + ", in \"" + text + "\"");
}

}  // namespace cp::library
