// Rolls and pads as slices: a loop is cut where positions wrap around or reach an array's edge.
#include <algorithm>
#include <cstdint>
#include <fuse/kernels/tuning.hpp>
#include <utility>
#include <vector>

#include "kernels/elementwise/cuda_parts.hpp"

namespace cp::kernels {

namespace {

/// Indices [begin, end) along an axis of a loop, and along all.
struct part {
  std::int64_t begin, end;
  std::int64_t length() const { return end - begin; }
};
using box = std::vector<part>;

/// What a loop's operands are in one part of it: room for the arrays that a view points to.
struct part_room {
  std::vector<std::int64_t> shape, strides;
  std::vector<void*> data;
  std::vector<std::int32_t> itemsize;
  std::vector<access> kind;
  loop_view view;

  part_room(loop_view const& v, box const& b)
      : shape(v.shape, v.shape + v.rank),
        strides(v.strides, v.strides + static_cast<std::ptrdiff_t>(v.count) * v.pitch),
        data(v.data, v.data + v.count),
        itemsize(v.itemsize, v.itemsize + v.count),
        kind(v.kind, v.kind + v.count),
        view(v) {
    view.shape = shape.data(), view.strides = strides.data(), view.data = data.data();
    view.itemsize = itemsize.data(), view.kind = kind.data();
    for (int a = 0; a < v.rank; ++a) {
      part const& p = b[static_cast<std::size_t>(a)];
      view.shape[a] = p.length();
      for (int c = 0; c < v.count; ++c)
        if (v.kind[c] != access::staying)
          view.data[c] = static_cast<char*>(view.data[c]) + p.begin * v.stride(c, a) * v.itemsize[c];
    }
  }
};

/// One input: the place of the loop's first element, and how far it is to the next along each axis; of what all levels
/// before have come to.
struct turned_places {
  int operand;
  turned_input input;
  std::int64_t start;
  std::vector<std::int64_t> step;
};

/// The fields of the places of one level that a loop's axes go along.
struct turned_fields {
  turned_input::level const& level;
  std::vector<std::int64_t> start;  // of each field
  std::vector<int> field;           // of each axis; -1 where it stands still
  std::vector<std::int64_t> by;     // so many positions a step of each axis

  std::int64_t position(int f) const { return start[static_cast<std::size_t>(f)]; }
  bool goes(int axis, int f) const { return field[static_cast<std::size_t>(axis)] == f; }
  std::int64_t step(int axis) const { return by[static_cast<std::size_t>(axis)]; }
};

/// Finds them: whether axes go forwards, each along one field.
bool find_fields(turned_places const& p, std::int64_t const* shape, turned_fields& to) {
  turned_input::level const& l = to.level;
  if (p.start < 0) return false;
  to.start.assign(static_cast<std::size_t>(l.axes), 0);
  for (int f = l.begin; f < l.axes; ++f) {
    int const bits = f > l.begin ? l.shift[f - 1] - l.shift[f] : 62 - l.shift[f];
    to.start[static_cast<std::size_t>(f)] = p.start >> l.shift[f] & ((std::int64_t{1} << bits) - 1);
  }
  std::size_t const rank = p.step.size();
  to.field.assign(rank, -1), to.by.assign(rank, 0);
  for (std::size_t a = 0; a < rank; ++a) {
    std::int64_t const step = p.step[a];
    if (step == 0 || shape[a] == 1) continue;
    if (step < 0) return false;
    int f = l.axes - 1;
    while (f > l.begin && step >> l.shift[f - 1] != 0) --f;
    to.field[a] = f, to.by[a] = step >> l.shift[f];
    if (to.by[a] << l.shift[f] != step) return false;
  }
  return true;
}

/// Adds where positions wrap around, or reach an edge, to the cuts of axes: whether each field does so along one axis.
/// Others may go along the same field, if the one crosses all of them in a step and the cut is where it begins another.
bool cut(turned_fields const& t, std::int64_t const* shape, std::vector<std::vector<std::int64_t>>& cuts) {
  int const rank = static_cast<int>(t.by.size());
  for (int f = t.level.begin; f < t.level.axes; ++f) {
    if (t.level.round && t.level.first[f] == 0) continue;
    int outer = -1;
    for (int a = 0; a < rank; ++a)
      if (t.goes(a, f) && (outer < 0 || t.step(a) > t.step(outer))) outer = a;
    if (outer < 0) continue;
    std::int64_t const by = t.step(outer);
    std::int64_t reach = 0;
    for (int a = 0; a < rank; ++a)
      if (a != outer && t.goes(a, f)) reach += t.step(a) * (shape[a] - 1);
    std::int64_t const first = t.level.first[f], rest = reach > 0 ? t.position(f) % by : 0;
    if (reach > 0 && rest + reach >= by) return false;
    for (std::int64_t const edge : {first, first + t.level.extent[f]}) {
      std::int64_t const left = edge - (t.position(f) - rest), at = left <= 0 ? 0 : (left - 1) / by + 1;
      if (reach > 0 && at > 0 && left < by * shape[outer] && edge % by != 0) return false;
      if (at > 0 && at < shape[outer]) cuts[static_cast<std::size_t>(outer)].push_back(at);
      if (t.level.round) break;
    }
  }
  return true;
}

/// Whether the first and the last position of each field of a part lie within the array.
bool lies_within(turned_fields const& t, std::int64_t const* shape) {
  for (int f = t.level.begin; f < t.level.axes && !t.level.round; ++f) {
    std::int64_t last = t.position(f);
    for (std::size_t a = 0; a < t.by.size(); ++a)
      if (t.field[a] == f) last += t.by[a] * (shape[a] - 1);
    if (t.position(f) < t.level.first[f] || last >= t.level.first[f] + t.level.extent[f]) return false;
  }
  return true;
}

/// Goes on to the next level, in a part of the loop that no field wraps around in.
void advance(turned_places& p, turned_fields const& t) {
  turned_input::level const& l = t.level;
  p.start = l.origin;
  for (int f = l.begin; f < l.axes; ++f) {
    std::int64_t const i = t.position(f) - l.first[f];
    p.start += (i < 0 ? i + l.extent[f] : i) * l.stride[f];
  }
  for (std::size_t a = 0; a < p.step.size(); ++a) p.step[a] = t.field[a] < 0 ? 0 : t.by[a] * l.stride[t.field[a]];
}

/// The longest part of an axis between cuts.
part longest(std::vector<std::int64_t>& cuts, std::int64_t n) {
  cuts.push_back(n);
  std::sort(cuts.begin(), cuts.end());
  part best{0, 0};
  std::int64_t begin = 0;
  for (std::int64_t const end : cuts) {
    if (end - begin > best.length()) best = {begin, end};
    begin = end;
  }
  return best;
}

/// The part of a loop where no position of its inputs wraps around or lies beyond an edge, and where they lie there:
/// whether there is one of nine tenths.
bool find_slices(loop_view const& v, std::vector<turned_places>& inputs, box& inner) {
  auto const rank = static_cast<std::size_t>(v.rank);
  std::vector<std::int64_t> shape(v.shape, v.shape + v.rank);
  for (std::size_t a = 0; a < rank; ++a) inner.push_back({0, shape[a]});
  std::int64_t all = 1, most = 1;
  for (std::int64_t const n : shape) all *= n;
  for (int level = 0; level < turned_input::most_levels; ++level) {
    std::vector<std::vector<std::int64_t>> cuts(rank);
    for (turned_places const& p : inputs) {
      if (level >= p.input.count) continue;
      turned_fields t{p.input.levels[level], {}, {}, {}};
      if (!find_fields(p, shape.data(), t) || !cut(t, shape.data(), cuts)) return false;
    }
    for (std::size_t a = 0; a < rank; ++a) {
      part const p = longest(cuts[a], shape[a]);
      shape[a] = p.length();
      inner[a] = {inner[a].begin + p.begin, inner[a].begin + p.end};
      for (turned_places& t : inputs) t.start += p.begin * t.step[a];
    }
    for (turned_places& p : inputs) {
      if (level >= p.input.count) continue;
      turned_fields t{p.input.levels[level], {}, {}, {}};
      if (!find_fields(p, shape.data(), t) || !lies_within(t, shape.data())) return false;
      advance(p, t);
    }
  }
  for (std::int64_t const n : shape) most *= n;
  return most >= all / 10 * 9;
}

}  // namespace

bool start_turned(cuda_kernels& k, signature_info const& info, loop_builder const& loop, char const* name) {
  loop_view const& v = loop.view;
  if (loop.size < tuning::turned_least) return false;
  std::vector<turned_places> inputs;
  for (int c = info.outputs; c < info.count; ++c) {
    if (k.turned[c] == nullptr) continue;
    inputs.push_back({c, {}, static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(v.data[c])), {}});
    inputs.back().step.assign(&v.stride(c, 0), &v.stride(c, 0) + v.rank);
    k.turned[c](loop.scalars, inputs.back().input);
  }
  box inner;
  if (!find_slices(v, inputs, inner)) return false;

  part_room plain(v, inner);
  for (turned_places const& p : inputs) {
    auto const c = static_cast<std::size_t>(p.operand);
    plain.itemsize[c] = p.input.itemsize;
    plain.kind[c] = access::element;
    plain.data[c] = const_cast<char*>(static_cast<char const*>(p.input.data)) + p.start * p.input.itemsize;
    std::copy(p.step.begin(), p.step.end(), &plain.view.stride(p.operand, 0));
  }
  signature_info plain_info = info;
  plain_info.itemsize = plain.itemsize.data(), plain_info.kind = plain.kind.data();
  // What lies beside it along an axis, of all that is behind that axis: first, so that these small kernels run beside
  // the large one.
  box around = inner;
  bool beside = false;
  for (std::size_t a = inner.size(); a-- > 0;) {
    for (part const& p : {part{0, inner[a].begin}, part{inner[a].end, v.shape[a]}}) {
      if (p.length() == 0) continue;
      around[a] = p;
      part_room room(v, around);
      start_parts(k, info, room.view, loop.scalars, name, beside);
      beside = true;
    }
    around[a] = {0, v.shape[a]};
  }
  start_parts(*k.plain, plain_info, plain.view, loop.scalars, name, beside);
  return true;
}

}  // namespace cp::kernels
