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
  expr::picked_place<Rank> place;
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
auto without_offset(F const& f, expr::arguments<I...> const& index) {
  return expr::call_with(
      [&](auto const&... i) {
        return std::apply(f, std::tuple_cat([](auto const& x) {
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

/// Stores x at the elements that a gather picks; `distinct`: none is picked twice.
template <class Array, class... I, class X>
void store_picked(expr::gather<Array, I...> const& to, X const& x, bool distinct) {
  using T = typename Array::value_type;
  using space = typename Array::space;
  using gather = expr::gather<Array, I...>;
  constexpr char const* where = "cp::ndarray: assignment to picked elements";
  constexpr int indexed = gather::indexed, rank = gather::rank, picked = rank - (Array::rank - indexed);
  Array const& a = to.array;
  auto const shape = expr::shape_of(to);
  if constexpr (expression<X>) {
    static_assert(X::rank <= rank, "cp: what is assigned to picked elements has more axes than these");
    auto const own = expr::shape_of(x);
    (void)broadcast_strides<rank>(own, own, shape, where);
  }
  expr::check_writable(a, where);
  auto values = stored_values<T, space>(x, a.memory());
  if (size_of(shape) == 0) return;
  auto strides = broadcast_strides<rank>(values.shape(), values.strides(), shape, where);
  cp::library::scatter_job job{};
  auto const store = [&](auto const& source) {
    // Keys are an array of their own: indices may be read from what is written.
    key_of_place<indexed> f;
    for (int k = 0; k < indexed; ++k) f.place.extent[k] = a.shape()[k], f.place.stride[k] = a.strides()[k];
    key_range const range = common_step(indexed, f.place.extent, f.place.stride);
    f.low = range.low;
    auto const keys = without_offset(
        [&]<class... N>(N const&... index) {
          using call = expr::call<key_of_place<indexed>, N...>;
          return ndarray<std::int64_t, call::rank, space>(call(f, expr::make_arguments(index...)));
        },
        to.index);
    job.to = a.data() + range.low * range.step;
    job.step = range.step, job.span = range.span;
    job.keys = keys.data(), job.count = keys.size();
    job.distinct = distinct;
    job.itemsize = sizeof(T), job.alignment = alignof(T);
    job.values = source.data();
    for (int k = 0; k < rank; ++k) {
      if (k >= a.place && k < a.place + picked) continue;
      job.extent[job.rank] = shape[k], job.value_stride[job.rank] = strides[k];
      job.stride[job.rank] = a.strides()[indexed + job.rank];
      ++job.rank;
    }
    note_use_here(a);
    note_use_here(source);
    cp::library::scatter(space::kind, job);
  };
  if (one_step(a.place, picked, shape.value, strides.value, job.value_step)) {
    store(values);
  } else {
    auto whole = make_array<T, rank, space>(shape, where);
    assign_elements(whole, values);
    strides = whole.strides();
    (void)one_step(a.place, picked, shape.value, strides.value, job.value_step);
    store(whole);
  }
}

template <class Gather, class X>
void write_picked(Gather const& to, X const& x) {
  if constexpr (settles<X>)
    store_picked(to, x.settled(), false);
  else
    store_picked(to, x, false);
}

}  // namespace cp::detail
