// Elements that integers pick from an array in memory: the functors that gathers become, and the parts of a program
// that call one.
#pragma once

#include <cstdint>
#include <fuse/program/narrow.hpp>
#include <fuse/program/program.hpp>
#include <type_traits>

namespace cp::program {

/// Where an index lies on an axis of n elements, around which it wraps. (Inlined, its quotient of 64 bits would take
/// registers and room wherever elements are picked.)
template <class I = std::int64_t>
FUSE_HD_NOINLINE I wrapped_far(I i, I n) noexcept {
  i %= n;
  return i < 0 ? i + n : i;
}

/// Where the element lies that integers pick, one for each of `Rank` axes: indices wrap around their axis.
template <int Rank>
struct picked_place {
  std::int64_t extent[Rank];
  std::int64_t stride[Rank];
  FUSE_HD std::int64_t of(std::int64_t const* index) const noexcept {
    std::int64_t offset = 0;
    for (int k = 0; k < Rank; ++k) {
      std::int64_t i = index[k];
      auto const beyond = [&] { return static_cast<std::uint64_t>(i) >= static_cast<std::uint64_t>(extent[k]); };
      if (beyond()) {
        i += i < 0 ? extent[k] : -extent[k];  // as a rule that is enough
        if (beyond()) i = wrapped_far(i, extent[k]);
      }
      offset += i * stride[k];
    }
    return offset;
  }
  /// Whether where elements lie is a number of 32 bits, whichever are picked.
  [[nodiscard]] bool is_near() const noexcept {
    double farthest = 0;
    for (int k = 0; k < Rank; ++k)
      farthest += static_cast<double>(extent[k]) * static_cast<double>(stride[k] < 0 ? -stride[k] : stride[k]) +
                  static_cast<double>(extent[k]);
    return farthest < 2147483648.0;
  }
};

/// An offset, and whether it is not right, as an index wraps more than once.
template <class T>
struct near_offset {
  T offset;
  std::uint32_t far;
};

/// The functor that a gather becomes: it finds the element in the array's memory. Behind the indices of `Rank` axes
/// there may be an offset.
template <class T, int Rank>
struct narrow_table;
template <class T, int Rank>
struct table {
  using narrow = narrow_table<T, Rank>;
  static constexpr int picked_by = Rank;
  static constexpr bool is_narrow = false;
  T const* data;
  picked_place<Rank> place;
  std::uint32_t reach[Rank];  ///< of each axis, how far it goes where place.is_near(), else 0

  template <class... I>
  FUSE_HD T operator()(I... index) const noexcept {
    return data[offset(index...)];
  }
  /// Where the element lies from the first. On the device in 32 bits as far as may be, with one branch for all indices.
  template <class... I>
  FUSE_HD std::int64_t offset(I... index) const noexcept {
    static_assert(sizeof...(I) == Rank || sizeof...(I) == Rank + 1);
    std::int64_t const at[] = {static_cast<std::int64_t>(index)...};
#ifdef __CUDA_ARCH__
    bool far = false;
    std::int64_t picked = in_reach(far, index...);
    if (far) picked = place.of(at);
#else
    std::int64_t const picked = place.of(at);
#endif
    if constexpr (sizeof...(I) > Rank)
      return picked + at[Rank];
    else
      return picked;
  }
  /// The element without a branch, or none and `far`, where an index wraps more than once or places are not numbers of
  /// 32 bits.
  template <class... I>
  FUSE_HD T pick(bool& far, I... index) const noexcept {
    bool beyond = false;
    T const* at = data + in_reach(beyond, index...);
    if constexpr (sizeof...(I) > Rank) {
      std::int64_t const all[] = {static_cast<std::int64_t>(index)...};
      at += all[Rank];
    }
    far |= beyond;
    T value{};
    if (!beyond) value = *at;
    return value;
  }
  /// Where indices of the axes lie, or `far`: three instructions an index. (No loop over the indices, nor an array of
  /// them, and on the host no bool: of that g++ makes no vectors.)
  template <class Far, class... I>
  FUSE_HD std::int32_t in_reach(Far& far, I... index) const noexcept {
    std::uint32_t to = 0;
    int k = 0;
    ((k < Rank ? add_index(index, k, to, far) : void(), ++k), ...);
    return static_cast<std::int32_t>(to);
  }
  template <class I, class Far>
  FUSE_HD void add_index(I index, int k, std::uint32_t& to, Far& far) const noexcept {
    auto const i = static_cast<std::uint32_t>(index);
    if constexpr (sizeof(I) > 4)
      far |= Far(static_cast<std::int64_t>(static_cast<std::int32_t>(i)) != static_cast<std::int64_t>(index));
    else if constexpr (std::is_same_v<I, std::uint32_t>)
      far |= Far(i > 0x7fffffff);
    std::uint32_t const around = i + reach[k], j = i < around ? i : around;  // a negative index is a large number
    far |= Far(j >= reach[k]);
    to += j * static_cast<std::uint32_t>(place.stride[k]);  // (what is far wraps, and is not used)
  }
  /// Whether places are numbers of 32 bits.
  [[nodiscard]] bool is_near() const noexcept { return reach[0] != 0; }
  /// The same without a branch, of places that are.
  template <class... I>
  near_offset<std::int64_t> offset_near(I... index) const noexcept {
    near_offset<std::int64_t> to{0, 0};
    to.offset = in_reach(to.far, index...);
    int k = 0;
    ((k++ < Rank ? void() : void(to.offset += static_cast<std::int64_t>(index))), ...);
    return to;
  }
  /// Whether indices that lie there wrap once at most, to places of 32 bits.
  bool takes(range const* index) const {
    double farthest = 0;
    for (int k = 0; k < Rank; ++k) {
      auto const n = static_cast<double>(place.extent[k]);
      if (index[k].low < -n || index[k].high >= 2 * n) return false;
      farthest += n * static_cast<double>(place.stride[k] < 0 ? -place.stride[k] : place.stride[k]);
    }
    return farthest < 2147483648.0;
  }
};
/// The same of indices that it takes: in 32 bits, and without a branch.
template <class T, int Rank>
struct narrow_table : table<T, Rank> {
  static constexpr bool is_narrow = true;
  template <class... I>
  FUSE_HD T operator()(I... index) const noexcept {
    return this->data[offset(index...)];
  }
  template <class... I>
  FUSE_HD auto offset(I... index) const noexcept {
    std::conditional_t<(sizeof...(I) > Rank), std::int64_t, std::int32_t> picked = 0;
    int k = 0;
    ((k < Rank ? picked += step_to(static_cast<std::int32_t>(index), k)
               : picked += static_cast<decltype(picked)>(index),
      ++k),
     ...);
    return picked;
  }
  FUSE_HD std::int32_t step_to(std::int32_t i, int k) const noexcept {
    auto const n = static_cast<std::int32_t>(this->place.extent[k]);
    i += i < 0 ? n : 0;
    i -= i >= n ? n : 0;
    return i * static_cast<std::int32_t>(this->place.stride[k]);
  }
  [[nodiscard]] static bool is_near() noexcept { return true; }
  template <class... I>
  auto offset_near(I... index) const noexcept {
    auto const to = offset(index...);
    return near_offset<std::remove_const_t<decltype(to)>>{to, 0};
  }
};

/// Whether a program picks an element.
template <class P>
constexpr bool picks = false;
template <int Offset, class F, class... P>
requires requires { F::picked_by; }
constexpr bool picks<invoke<Offset, F, P...>> = true;

/// Whether a program calls functors that pick elements as they are, and no others: then it may be evaluated with what
/// is near, and again where something was far.
enum class picking { nothing, near, otherwise };
template <class P>
constexpr picking picking_of = picking::nothing;
constexpr picking all_picking(auto... parts) {
  picking all = picking::nothing;
  ((all = parts > all ? parts : all), ...);
  return all;
}
template <class Op, class... P>
constexpr picking picking_of<apply<Op, P...>> = all_picking(picking_of<P>...);
template <class T, class P>
constexpr picking picking_of<store<T, P>> = picking_of<P>;
template <int Offset, class F, class... P>
constexpr picking picking_of<invoke<Offset, F, P...>> = picking::otherwise;
template <int Offset, class T, int Rank, class... P>
constexpr picking picking_of<invoke<Offset, table<T, Rank>, P...>> = all_picking(picking::near, picking_of<P>...);
template <int Offset, class T, int Rank, class... P>
constexpr picking picking_of<invoke<Offset, narrow_table<T, Rank>, P...>> = all_picking(picking_of<P>...);

/// The different ones in programs, each behind those that it is computed from.
template <class Found, class... P>
struct find_picks {
  using type = Found;
};
template <class Found, class First, class... More>
struct find_picks<Found, First, More...> : find_picks<Found, More...> {};
template <class Found, class T, class P, class... More>
struct find_picks<Found, store<T, P>, More...> : find_picks<Found, P, More...> {};
template <class Found, class Op, class... P, class... More>
requires(program_facts<apply<Op, P...>>::calls_users) struct find_picks<Found, apply<Op, P...>, More...>
    : find_picks<Found, P..., More...> {
};
template <class Found, class P>
struct note_pick : append<Found, P> {};
template <class... Q, class P>
requires(!picks<P> || contains<P, list<Q...>>) struct note_pick<list<Q...>, P> {
  using type = list<Q...>;
};
template <class Found, int Offset, class F, class... P, class... More>
struct find_picks<Found, invoke<Offset, F, P...>, More...>
    : find_picks<typename note_pick<typename find_picks<Found, P...>::type, invoke<Offset, F, P...>>::type, More...> {};

/// How many different elements programs pick.
template <class Found>
constexpr int count_of_picks = 0;
template <class... P>
constexpr int count_of_picks<list<P...>> = sizeof...(P);
/// Whether stores may be evaluated with what is near first: they pick several elements, whose loads branches would keep
/// apart. (Of one element a branch costs less: rows picked by an array 0.199 ms, 0.205 without.)
template <class... Store>
constexpr bool goes_near = all_picking(picking_of<Store>...) == picking::near &&
                           (count_of_picks<typename find_picks<list<>, Store...>::type> > 1);

}  // namespace cp::program
