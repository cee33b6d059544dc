// Sorting on the host: keys of a small range are counted, others sorted in vectors where there is a library for that,
// or by digits, in passes that threads share; networks for many short rows, std::sort for few; and a stable merge sort
// for complex numbers. What comes out does not depend on how many threads there are.
#include "host_sort.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <fuse/core/complex.hpp>
#include <fuse/core/dtype.hpp>
#include <fuse/core/sort_order.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/parallel.hpp>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "host_sort_digits.hpp"
#include "host_sort_keys.hpp"
#include "host_sort_rows.hpp"
#include "host_vector_sort.hpp"
#include "sort_keys.hpp"

namespace cp::library {

namespace {

constexpr std::int64_t short_row = 512;        // up to here std::sort is sooner done
constexpr std::int64_t part_length = 1 << 16;  // elements that are worth another thread
constexpr std::int64_t least_counted = 1024;  // beside vectors, which sort shorter rows as soon as their range is known
constexpr int most_dropped = 24;              // of a key: of more too many keys would be the same
constexpr std::int64_t most_widened = 8192;   // numbers of 16 bits: of more two digits are as quick

template <class U, class Place>
struct keyed {
  U key;
  Place place;
};

/// Memory for what a sort needs besides its result. Throws out_of_memory.
template <class T>
struct scratch {
  storage_ptr memory;
  explicit scratch(std::int64_t n) {
    if (n > 0) memory = storage_ptr(runtime::allocate(memory_kind::host, n * static_cast<std::int64_t>(sizeof(T))));
  }
  T* data() const { return memory ? static_cast<T*>(memory->data) : nullptr; }
};

bool go_by_networks(rows_of const& what, bool by_vectors) {
  return what.rows >= few_rows &&
         what.length <= (by_vectors && has_vector_sort() ? short_rows_beside_vectors : short_rows);
}

/// Rows one after the other by many threads, or side by side by one thread each: run(row, threads).
template <class Run>
void for_rows(rows_of const& what, std::int64_t ns_per_element, Run const& run) {
  std::int64_t const threads = host_threads();
  if (what.rows < threads) {
    for (std::int64_t r = 0; r < what.rows; ++r)
      run(r, std::clamp<std::int64_t>(what.length / part_length, 1, threads));
    return;
  }
  for_parts(std::min(what.rows, 4 * threads), what.rows, what.rows * what.length * ns_per_element,
            [&](std::int64_t, std::int64_t begin, std::int64_t end) {
              for (std::int64_t r = begin; r < end; ++r) run(r, std::int64_t{1});
            });
}

/// The same for rows of networks: run(first row, rows).
template <class Run>
void for_short_rows(rows_of const& what, int bytes, Run const& run) {
  constexpr std::int64_t block = 128;  // rows that any width divides
  std::int64_t const blocks = (what.rows + block - 1) / block, steps = std::bit_width(std::uint64_t(what.length));
  for_parts(std::min<std::int64_t>(blocks, 4 * host_threads()), blocks,
            what.rows * what.length * steps * steps * bytes / 32,
            [&](std::int64_t, std::int64_t begin, std::int64_t end) {
              std::int64_t const first = begin * block, last = std::min(what.rows, end * block);
              if (first < last) run(first, last - first);
            });
}

/// f(begin, end) for the parts of n elements, side by side.
template <class F>
void for_elements(std::int64_t threads, std::int64_t n, F const& f) {
  if (threads <= 1) return f(std::int64_t{0}, n);
  for_parts(threads, n, n, [&](std::int64_t, std::int64_t begin, std::int64_t end) { f(begin, end); });
}

/// Keys of 16 bits are sorted as numbers of 32, of which vectors are sorted as quickly.
void sort_widened(key_rule const& rule, std::int64_t n, std::uint16_t const* from, std::uint16_t* to) {
  std::uint32_t keys[most_widened];
  widen_keys(rule, from, keys, n);
  vector_sort(keys, n);
  narrow_keys(rule, keys, to, n);
}

/// Sorts keys that stand in `to`, and makes elements of them: sort(beside) says whether it left them beside.
template <class U, class Sort>
void sort_encoded(key_rule const& rule, std::int64_t n, std::int64_t threads, U const* from, U* to, bool beside,
                  Sort const& sort) {
  scratch<U> const other(beside ? n : 0);
  for_elements(threads, n,
               [&](std::int64_t i, std::int64_t end) { encode_keys(rule, false, from + i, to + i, end - i); });
  U const* const sorted = sort(other.data()) ? other.data() : to;
  for_elements(threads, n, [&](std::int64_t i, std::int64_t end) { decode_keys(rule, sorted + i, to + i, end - i); });
}

template <class U>
bool goes_by_vectors(std::int64_t n) {
  return n >= vector_sort_length && (sizeof(U) >= 4 || (sizeof(U) == 2 && n <= most_widened)) && has_vector_sort();
}

template <class U>
void sort_row(key_rule const& rule, std::int64_t n, std::int64_t threads, U const* from, U* to) {
  bool const by_vectors = goes_by_vectors<U>(n);
  if (n <= short_row && !by_vectors) {
    encode_keys(rule, false, from, to, n);
    std::sort(to, to + n);
    return decode_keys(rule, to, to, n);
  }
  key_range<U> range;
  if (!by_vectors || n >= least_counted) {
    range = range_of(rule, n, threads, from, false);
    if (can_be_counted(range, n, threads)) return sort_by_counts(rule, range, n, threads, from, to);
  }
  if constexpr (sizeof(U) == 2)
    if (by_vectors) return sort_widened(rule, n, from, to);
  if constexpr (sizeof(U) >= 4)
    if (by_vectors)
      return sort_encoded(rule, n, threads, from, to, threads > 1,
                          [&](U* other) { return sort_by_vectors(n, threads, to, other); });
  std::vector<digit_counts> counts(static_cast<std::size_t>(threads));
  sort_encoded(rule, n, threads, from, to, true, [&](U* other) {
    no_place none;
    return sort_by_digits(range, n, to, &none, other, &none, counts);
  });
}

/// The keys at places `first` to `last` of the sorted ones, to their places in `to`: of a first digit's counts it is
/// known which few can be there.
template <class U>
void choose_by_counts(key_rule const& rule, key_range<U> const& range, std::int64_t n, std::int64_t threads,
                      std::int64_t first, std::int64_t last, U const* from, U* to) {
  constexpr int most_bits = 13;
  int const shift = std::max(0, range.bits() - most_bits);
  digit_of<U> const first_digit{range.least, shift, most_bits};
  std::vector<std::vector<std::int64_t>> counts(static_cast<std::size_t>(threads),
                                                std::vector<std::int64_t>(first_digit.count()));
  for_parts(threads, n, n, [&](std::int64_t p, std::int64_t begin, std::int64_t end) {
    keys_by<U> const key_of{rule};
    digit_of<U> const digit = first_digit;
    std::int64_t* const own = counts[static_cast<std::size_t>(p)].data();
    for (std::int64_t i = begin; i < end; ++i) ++own[digit(key_of(from[i]))];
  });
  std::int64_t before = 0, sum = 0, k = first;
  std::size_t low = 0, high = 0;
  for (std::size_t d = 0; sum <= last; ++d) {
    if (sum <= first) low = d, before = sum;
    for (auto const& own : counts) sum += own[d];
    high = d;
    if (shift == 0)  // a digit is a key
      for (; k <= last && k < sum; ++k) to[k] = from_key(static_cast<U>(range.least + static_cast<U>(d)), rule);
  }
  if (shift == 0) return;
  std::vector<U> near(static_cast<std::size_t>(sum - before));
  std::vector<std::int64_t> begins(static_cast<std::size_t>(threads));
  std::int64_t begin_of_part = 0;
  for (std::size_t p = 0; p < begins.size(); ++p) {
    begins[p] = begin_of_part;
    for (std::size_t d = low; d <= high; ++d) begin_of_part += counts[p][d];
  }
  for_parts(threads, n, n, [&](std::int64_t p, std::int64_t begin, std::int64_t end) {
    keys_by<U> const key_of{rule};
    digit_of<U> const digit = first_digit;
    std::size_t const least = low, more = high - low;
    U* next = near.data() + begins[static_cast<std::size_t>(p)];
    for (std::int64_t i = begin; i < end; ++i) {
      U const key = key_of(from[i]);
      if (digit(key) - least <= more) *next++ = key;
    }
  });
  for (; k <= last; ++k) {
    auto const at = near.begin() + (k - before);
    std::nth_element(k == first ? near.begin() : at, at, near.end());
    to[k] = from_key(*at, rule);
  }
}

template <class U>
void sort_places_of_row(key_rule const& rule, std::int64_t n, std::int64_t threads, std::int64_t first,
                        std::int64_t last, U const* from, U* to) {
  // (Medians of rows of 2048 float32: 22 ns an element by std::nth_element on one core, 4 sorted by vectors.)
  if (n <= part_length && goes_by_vectors<U>(n)) return sort_row(rule, n, threads, from, to);
  key_range<U> const range = range_of(rule, n, threads, from, false);
  if (n > part_length) {
    choose_by_counts(rule, range, n, threads, first, last, from, to);
  } else {
    keys_by<U> const key_of{rule};
    for (std::int64_t i = 0; i < n; ++i) to[i] = key_of(from[i]);
    for (std::int64_t k = first; k <= last; ++k) {
      std::nth_element(k == first ? to : to + k, to + k, to + n);
      to[k] = from_key(to[k], rule);
    }
  }
  to[n - 1] = from_key(range.largest, rule);
}

/// Orders the places of keys that differ in the dropped bits alone: by these, above where each stands.
template <class U>
void order_run(key_and_place<U> const& how, U const* from, std::int64_t* order, std::int64_t n) {
  keys_by<U> const key{how.rule, true};
  auto const dropped = [&](std::int64_t place) {
    return static_cast<std::uint64_t>(static_cast<U>(key(from[place]) - how.least)) &
           ((std::uint64_t{1} << how.dropped) - 1);
  };
  auto const before = [&](std::int64_t i, std::int64_t j) { return dropped(i) < dropped(j); };
  if (std::is_sorted(order, order + n, before)) return;
  if (n < vector_sort_length) return std::stable_sort(order, order + n, before);
  constexpr int bits = 64 - most_dropped;
  std::vector<std::int64_t> const places(order, order + n);
  std::vector<std::uint64_t> joined(places.size());
  for (std::size_t k = 0; k < joined.size(); ++k) joined[k] = dropped(places[k]) << bits | k;
  vector_sort(joined.data(), n);
  for (std::size_t k = 0; k < joined.size(); ++k)
    order[k] = places[static_cast<std::size_t>(joined[k] & ((std::uint64_t{1} << bits) - 1))];
}
/// Those of a part of a row: they stand side by side. Who has the first of them sees to all.
template <class U>
void order_runs(key_and_place<U> const& how, std::uint64_t const* joined, std::int64_t begin, std::int64_t end,
                std::int64_t n, U const* from, std::int64_t* order) {
  auto const same = [&](std::int64_t i) { return ((joined[i] ^ joined[i - 1]) >> how.place_bits) == 0; };
  for (std::int64_t i = begin; i < end;) {
    std::int64_t const first = i++;
    if (first > 0 && same(first)) continue;
    while (i < n && same(i)) ++i;
    if (i - first > 1) order_run(how, from, order + first, i - first);
  }
}

/// The places that sort a row: keys and, beneath them, places as one number, which is sorted as such.
template <class Both, class U>
void argsort_joined(key_and_place<U> const& how, std::int64_t n, std::int64_t threads, U const* from,
                    std::int64_t* order) {
  scratch<Both> const both(threads > 1 ? 2 * n : n);
  for_elements(threads, n,
               [&](std::int64_t i, std::int64_t end) { join_places(how, from + i, i, both.data() + i, end - i); });
  Both const* const sorted = both.data() + (sort_by_vectors(n, threads, both.data(), both.data() + n) ? n : 0);
  for_elements(threads, n,
               [&](std::int64_t i, std::int64_t end) { places_of(how.place_bits, sorted + i, order + i, end - i); });
  if constexpr (sizeof(Both) == 8)
    if (how.dropped > 0)
      for_elements(threads, n,
                   [&](std::int64_t i, std::int64_t end) { order_runs(how, sorted, i, end, n, from, order); });
}

template <class U, class Place>
void argsort_row(key_rule const& rule, std::int64_t n, std::int64_t threads, U const* from, std::int64_t* order) {
  auto const key = [key_of = keys_by<U>{rule, true}, from](std::int64_t i) { return key_of(from[i]); };
  bool const by_vectors = n >= vector_sort_length && has_vector_sort();
  key_range<U> range;
  if (by_vectors || n > short_row) range = range_of(rule, n, threads, from, true);
  if (by_vectors) {
    int const place_bits = std::bit_width(static_cast<std::uint64_t>(n - 1)), bits = range.bits() + place_bits;
    key_and_place<U> const how{rule, range.least, place_bits, std::max(0, bits - 64)};
    if (bits <= 32) return argsort_joined<std::uint32_t>(how, n, threads, from, order);
    if (range.bits() > most_digit_bits && how.dropped <= most_dropped)
      return argsort_joined<std::uint64_t>(how, n, threads, from, order);
  }
  if (n <= short_row) {
    keyed<U, Place> pairs[short_row];
    for (std::int64_t i = 0; i < n; ++i) pairs[i] = {key(i), static_cast<Place>(i)};
    std::sort(pairs, pairs + n,
              [](auto const& x, auto const& y) { return x.key < y.key || (x.key == y.key && x.place < y.place); });
    for (std::int64_t i = 0; i < n; ++i) order[i] = pairs[i].place;
    return;
  }
  scratch<U> const keys(2 * n);
  scratch<Place> const places(2 * n);
  for_parts(threads, n, n, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) keys.data()[i] = key(i), places.data()[i] = static_cast<Place>(i);
  });
  std::vector<digit_counts> counts(static_cast<std::size_t>(threads));
  bool const swapped = sort_by_digits(range, n, keys.data(), places.data(), keys.data() + n, places.data() + n, counts);
  Place const* const sorted = places.data() + (swapped ? n : 0);
  for_parts(threads, n, n, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) order[i] = static_cast<std::int64_t>(sorted[i]);
  });
}

template <class C>
void sort_complex(rows_of const& what, void const* from, void* to) {
  auto const* const x = static_cast<C const*>(from);
  auto* const y = static_cast<C*>(to);
  for_rows(what, 60, [&](std::int64_t r, std::int64_t) {
    C* const row = y + r * what.length;
    if (x != y) std::copy_n(x + r * what.length, what.length, row);
    std::stable_sort(row, row + what.length, [](C const& p, C const& q) { return detail::sorts_before(p, q); });
  });
}

template <class C>
void argsort_complex(rows_of const& what, void const* keys, std::int64_t* order) {
  for_rows(what, 90, [&](std::int64_t r, std::int64_t) {
    C const* const row = static_cast<C const*>(keys) + r * what.length;
    std::int64_t* const to = order + r * what.length;
    for (std::int64_t i = 0; i < what.length; ++i) to[i] = i;
    std::stable_sort(to, to + what.length,
                     [row](std::int64_t i, std::int64_t j) { return detail::sorts_before(row[i], row[j]); });
  });
}

/// What fails to get memory of its own is out of memory like all else.
template <class F>
void guarded(rows_of const& what, F const& f) {
  try {
    f();
  } catch (std::bad_alloc const&) {
    runtime::throw_out_of_bookkeeping(host_threads() * static_cast<std::int64_t>(sizeof(digit_counts)) + what.length);
  }
}

}  // namespace

void sort_on_host(rows_of const& what, void const* from, void* to) {
  guarded(what, [&] {
    if (what.dtype == dtype_id::complex64) return sort_complex<complex64>(what, from, to);
    if (what.dtype == dtype_id::complex128) return sort_complex<complex128>(what, from, to);
    key_rule const rule = rule_of(what.dtype);
    if (go_by_networks(what, rule.bytes >= 4))
      return for_short_rows(what, rule.bytes, [&](std::int64_t first, std::int64_t rows) {
        std::int64_t const begin = first * what.length * rule.bytes;
        sort_short_rows(rule, what.length, rows, static_cast<char const*>(from) + begin,
                        static_cast<char*>(to) + begin);
      });
    with_bits(rule.bytes, [&]<class U>(U) {
      for_rows(what, 2 * rule.bytes * ns_per_digit_pass, [&](std::int64_t r, std::int64_t threads) {
        sort_row<U>(rule, what.length, threads, static_cast<U const*>(from) + r * what.length,
                    static_cast<U*>(to) + r * what.length);
      });
    });
  });
}

void sort_places_on_host(rows_of const& what, std::int64_t first, std::int64_t last, void const* from, void* to) {
  guarded(what, [&] {
    key_rule const rule = rule_of(what.dtype);
    with_bits(rule.bytes, [&]<class U>(U) {
      for_rows(what, 4 * ns_per_digit_pass, [&](std::int64_t r, std::int64_t threads) {
        sort_places_of_row<U>(rule, what.length, threads, first, last, static_cast<U const*>(from) + r * what.length,
                              static_cast<U*>(to) + r * what.length);
      });
    });
  });
}

void argsort_on_host(rows_of const& what, void const* keys, std::int64_t* order) {
  guarded(what, [&] {
    if (what.dtype == dtype_id::complex64) return argsort_complex<complex64>(what, keys, order);
    if (what.dtype == dtype_id::complex128) return argsort_complex<complex128>(what, keys, order);
    key_rule const rule = rule_of(what.dtype);
    if (go_by_networks(what, false))
      return for_short_rows(what, 8, [&](std::int64_t first, std::int64_t rows) {
        std::int64_t const begin = first * what.length;
        argsort_short_rows(rule, what.length, rows, static_cast<char const*>(keys) + begin * rule.bytes, order + begin);
      });
    bool const wide = what.length > std::int64_t{0xffffffff};
    with_bits(rule.bytes, [&]<class U>(U) {
      for_rows(what, 2 * rule.bytes * ns_per_digit_pass, [&](std::int64_t r, std::int64_t threads) {
        U const* const row = static_cast<U const*>(keys) + r * what.length;
        std::int64_t* const to = order + r * what.length;
        wide ? argsort_row<U, std::uint64_t>(rule, what.length, threads, row, to)
             : argsort_row<U, std::uint32_t>(rule, what.length, threads, row, to);
      });
    });
  });
}

}  // namespace cp::library
