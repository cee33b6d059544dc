// How an axis is numbered anew: which place of a source each place of it is made of.
#pragma once

#include <cstdint>
#include <fuse/core/config.hpp>
#include <limits>
#include <type_traits>

namespace cp::program {

/// j modulo n as Python has it, n > 0; quick where j is less than n away from what it is, or both are positive and
/// below 2^32.
template <class I>
FUSE_HD I wrapped(I j, I n) {
  using U = std::make_unsigned_t<I>;
  if (static_cast<U>(j) < static_cast<U>(n)) return j;
  I const near = j < 0 ? j + n : j - n;
  if (static_cast<U>(near) < static_cast<U>(n)) return near;
  if constexpr (sizeof(I) == 8)
    if (static_cast<std::uint64_t>(j | n) >> 32 == 0)
      return static_cast<std::uint32_t>(j) % static_cast<std::uint32_t>(n);
  I const r = j % n;
  return r < 0 ? r + n : r;
}

// How place i of an axis is made of the `n` places of a source. `at` says which, or -1 where there is none; `run`, how
// many of the next ones follow it one by one (or, where there is none, have none either). Vectors of a kernel's may
// reach beyond the last place: what `at` says of those is in the source too. `covers`: there is a source for each
// place. `shifts`: axes within the source's may be
// joined with it.

/// What one of the sources of moved elements in memory is made of, for those who do not know its type: see moved.
struct moved_fields {
  void const *data, *outside;
  std::int64_t const *first, *extent, *stride;
  std::int32_t const* shift;
  std::int32_t begin, axes;
  std::int64_t (*at)(std::int64_t, std::int64_t, std::int64_t);
  std::int64_t (*run)(std::int64_t, std::int64_t, std::int64_t);
};

/// The source from place `first` on, nothing around it.
struct placed {
  static constexpr char const* name = "cp::concatenate";
  static constexpr bool covers = false;
  static constexpr bool shifts = true;
  template <class I>
  FUSE_HD static I at(I i, I first, I n) {
    I const j = i - first;
    return static_cast<std::make_unsigned_t<I>>(j) < static_cast<std::make_unsigned_t<I>>(n) ? j : -1;
  }
  template <class I>
  FUSE_HD static I run(I i, I first, I n) {
    I const j = i - first;
    return j < 0 ? -j : j < n ? n - j : std::numeric_limits<I>::max();
  }
};
/// The source turned round: 0 <= first < n, and no place beyond n.
struct rotated {
  static constexpr char const* name = "cp::roll";
  static constexpr bool covers = true;
  static constexpr bool shifts = true;
  template <class I>
  FUSE_HD static I at(I i, I first, I n) {
    I const j = there(i, first, n);
    return j < n ? j : n - 1;
  }
  /// Of a place that is there.
  template <class I>
  FUSE_HD static I there(I i, I first, I n) {
    return i < first ? i - first + n : i - first;
  }
  template <class I>
  FUSE_HD static I run(I i, I first, I n) {
    return i < first ? first - i : n + first - i;
  }
};
/// The source over and over.
struct periodic {
  static constexpr char const* name = "cp::tile";
  static constexpr bool covers = true;
  static constexpr bool shifts = true;
  template <class I>
  FUSE_HD static I at(I i, I first, I n) {
    return wrapped(i - first, n);
  }
  template <class I>
  FUSE_HD static I run(I i, I first, I n) {
    return n - wrapped(i - first, n);
  }
};
/// The source, with its ends before and behind it.
struct stretched {
  static constexpr char const* name = "cp::pad edge";
  static constexpr bool covers = true;
  static constexpr bool shifts = false;
  template <class I>
  FUSE_HD static I at(I i, I first, I n) {
    I const j = i - first;
    return j < 0 && n > 0 ? 0 : j < n ? j : n - 1;
  }
  template <class I>
  FUSE_HD static I run(I i, I first, I n) {
    I const j = i - first;
    return j >= 0 && j < n ? n - j : 1;
  }
};
/// The source mirrored at the centres of its ends.
struct mirrored {
  static constexpr char const* name = "cp::pad reflect";
  static constexpr bool covers = true;
  static constexpr bool shifts = false;
  template <class I>
  FUSE_HD static I at(I i, I first, I n) {
    I const j = n > 1 ? wrapped(i - first, 2 * n - 2) : 0;
    return j < n ? j : 2 * n - 2 - j;
  }
  template <class I>
  FUSE_HD static I run(I i, I first, I n) {
    I const j = n > 1 ? wrapped(i - first, 2 * n - 2) : 0;
    return j < n ? n - j : 1;
  }
};
/// The source mirrored at the edges of its ends.
struct reflected {
  static constexpr char const* name = "cp::pad symmetric";
  static constexpr bool covers = true;
  static constexpr bool shifts = false;
  template <class I>
  FUSE_HD static I at(I i, I first, I n) {
    I const j = wrapped(i - first, 2 * n);
    return j < n ? j : 2 * n - 1 - j;
  }
  template <class I>
  FUSE_HD static I run(I i, I first, I n) {
    I const j = wrapped(i - first, 2 * n);
    return j < n ? n - j : 1;
  }
};
/// Each place of the source `first` times.
struct repeated {
  static constexpr char const* name = "cp::repeat";
  static constexpr bool covers = true;
  static constexpr bool shifts = false;
  template <class I>
  FUSE_HD static I at(I i, I first, I n) {
    I const j = sizeof(I) == 4 || static_cast<std::uint64_t>(i | first) >> 32 == 0
                    ? static_cast<I>(static_cast<std::uint32_t>(i) / static_cast<std::uint32_t>(first))
                    : i / first;
    return j < n ? j : n - 1;
  }
  template <class I>
  FUSE_HD static I run(I, I, I) {
    return 1;
  }
};

}  // namespace cp::program
