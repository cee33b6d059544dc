// Writing to elements that indices pick: a(i) = x.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/core/convert.hpp>
#include <fuse/expr/aliasing.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/library.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/library/scatter.hpp>
#include <fuse/runtime/fill.hpp>
#include <tuple>
#include <type_traits>

namespace cp::detail {

/// The key of what indices pick: the element's place divided by the steps' common divisor, from the lowest one on.
template <int Rank>
struct key_of_place {
  using library_function = void;
  static constexpr int cost = 16;
  static constexpr char const* qualified_name = "cp::ndarray: index arrays";
  program::picked_place<Rank> place;
  std::int64_t low;
  template <class... I>
  FUSE_HD std::int64_t operator()(I... index) const noexcept {
    std::int64_t const at[] = {static_cast<std::int64_t>(index)...};
    return place.of(at) - low;
  }
};
/// The keys' range [0, span), and where key 0 lies, in elements from the array's first, and how far the next.
struct key_range {
  std::int64_t span, low, step;
};
/// Divides the strides of some axes by what they have in common.
key_range common_step(int rank, std::int64_t const* extent, std::int64_t* stride);

/// Calls f(the first of the indices ...), without what offsets the axes that have none.
template <class F, class... I>
void without_offset(F const& f, expr::arguments<I...> const& index) {
  expr::call_with(
      [&](auto const&... i) {
        std::apply(f, std::tuple_cat([](auto const& x) {
                     if constexpr (expr::is_offset<std::remove_cvref_t<decltype(x)>>)
                       return std::tuple<>();
                     else
                       return std::make_tuple(x);
                   }(i)...));
      },
      index);
}

/// What is stored at indices as an array: of a number one element, of an expression its own shape's.
template <class T, class Space, class X>
auto stored_values(X const& x, storage_ptr const& apart_from) {
  if constexpr (!expression<X>) {
    auto one = make_array<T, 0, Space>({}, "cp::ndarray: assignment");
    T const value = convert_scalar<T>(x);
    runtime::fill_elements(one.data(), Space::kind, 1, &value, sizeof(T));
    return one;
  } else {
    check_assignable<T, X>();
    using array = ndarray<T, X::rank, Space>;
    if constexpr (std::is_same_v<X, array>)
      if (!runtime::may_share(x.memory().get(), apart_from.get())) return x;
    auto made = make_array<T, X::rank, Space>(expr::shape_of(x), "cp::ndarray: assignment");
    assign_elements(made, x);
    return made;
  }
}

/// Whether some axes, from `first` on, are crossed with one step, which is written.
bool one_step(int first, int count, std::int64_t const* shape, std::int64_t const* strides, std::int64_t& step);

/// Stores x, which broadcasts to `shape`, at the elements that keys name along the first `Indexed` axes of an array;
/// the keys' axes stand behind `place` of the others. `distinct`: no key comes twice.
template <int Indexed, class T, int Rank, class Space, int Shape, int Keys, class X>
void store_at_keys(ndarray<T, Rank, Space> const& a, int place, index_array<Shape> const& shape,
                   ndarray<std::int64_t, Keys, Space> const& keys, key_range const& range, bool distinct, X const& x) {
  constexpr char const* where = "cp::ndarray: assignment to picked elements";
  constexpr int picked = Shape - (Rank - Indexed);
  auto const values = stored_values<T, Space>(x, a.memory());
  cp::library::scatter_job job{};
  auto const store = [&](auto const& source, index_array<Shape> const& strides) {
    job.to = a.data() + range.low * range.step;
    job.step = range.step, job.span = range.span;
    job.keys = keys.data(), job.count = keys.size();
    job.distinct = distinct;
    job.itemsize = sizeof(T), job.alignment = alignof(T);
    job.values = source.data();
    for (int k = 0; k < Shape; ++k) {
      if (k >= place && k < place + picked) continue;
      job.extent[job.rank] = shape[k], job.value_stride[job.rank] = strides[k];
      job.stride[job.rank] = a.strides()[Indexed + job.rank];
      ++job.rank;
    }
    note_use_here(a);
    note_use_here(source);
    cp::library::scatter(Space::kind, job);
  };
  auto const strides = broadcast_strides<Shape>(values.shape(), values.strides(), shape, where);
  if (one_step(place, picked, shape.value, strides.value, job.value_step)) return store(values, strides);
  auto whole = make_array<T, Shape, Space>(shape, where);
  assign_elements(whole, values);
  (void)one_step(place, picked, shape.value, whole.strides().value, job.value_step);
  store(whole, whole.strides());
}

/// Stores x at the elements that a gather picks.
template <class Array, class... I, class X>
void store_picked(expr::gather<Array, I...> const& to, X const& x) {
  using space = typename Array::space;
  using gather = expr::gather<Array, I...>;
  constexpr char const* where = "cp::ndarray: assignment to picked elements";
  Array const& a = to.array;
  auto const shape = expr::shape_of(to);
  if constexpr (expression<X>) {
    static_assert(X::rank <= gather::rank, "cp: what is assigned to picked elements has more axes than these");
    auto const own = expr::shape_of(x);
    (void)broadcast_strides<gather::rank>(own, own, shape, where);
  }
  expr::check_writable(a, where);
  if (size_of(shape) == 0) return;
  key_of_place<gather::indexed> f;
  for (int k = 0; k < gather::indexed; ++k) f.place.extent[k] = a.shape()[k], f.place.stride[k] = a.strides()[k];
  key_range const range = common_step(gather::indexed, f.place.extent, f.place.stride);
  f.low = range.low;
  // Keys are an array of their own: indices may be read from what is written.
  without_offset(
      [&]<class... N>(N const&... index) {
        using call = expr::call<key_of_place<gather::indexed>, N...>;
        ndarray<std::int64_t, call::rank, space> const keys(call(f, expr::make_arguments(index...)));
        store_at_keys<gather::indexed>(a, a.place, shape, keys, range, false, x);
      },
      to.index);
}

template <class Gather, class X>
void write_picked(Gather const& to, X const& x) {
  if constexpr (settles<X>)
    store_picked(to, x.settled());
  else
    store_picked(to, x);
}

}  // namespace cp::detail
