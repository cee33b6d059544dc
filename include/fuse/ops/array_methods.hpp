// What members of arrays do that are functions as well.
#pragma once

#include <cstdint>
#include <fuse/expr/custom.hpp>
#include <fuse/ops/arithmetic.hpp>
#include <fuse/ops/choosing.hpp>
#include <fuse/ops/creation.hpp>
#include <fuse/ops/indexing.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/places.hpp>
#include <fuse/ops/reductions.hpp>
#include <fuse/ops/rounding.hpp>
#include <fuse/ops/selection.hpp>
#include <type_traits>
#include <utility>
#include <vector>

namespace cp {

namespace detail {
template <class Array>
auto flat_of(Array const& a) {
  static_assert(Array::rank > 0, "cp::ndarray::flat: an array of rank 0 has no axis");
  auto const place = expr::position<1>(index_array<1>{{a.size()}}, index_array<1>{{1}}, 0);
  auto const below = contiguous_strides(a.shape());
  return [&]<std::size_t... K>(std::index_sequence<K...>) {
    return a(remainder(floor_divide(place, below[K]), a.shape()[K])...);
  }
  (std::make_index_sequence<Array::rank>{});
}
/// A number with its bytes in the other order; of a complex one those of both parts.
struct byte_turner {
  using library_function = void;
  static constexpr int cost = 8;
  static constexpr char const* qualified_name = "cp::byteswap";
  template <class T>
  FUSE_HD T operator()(T const& x) const {
    struct bytes {
      unsigned char at[sizeof(T)];
    };
    constexpr int part = sizeof(typename dtype_traits<T>::real_type);
    bytes const from = __builtin_bit_cast(bytes, x);
    bytes to{};
    for (int i = 0; i < int(sizeof(T)); ++i) to.at[i] = from.at[i / part * part + part - 1 - i % part];
    return __builtin_bit_cast(T, to);
  }
};
}  // namespace detail
template <class Element, int Rank, class Space>
auto ndarray<Element, Rank, Space>::byteswap() const {
  static_assert(number<Element>, "cp::ndarray::byteswap: a struct's bytes have no order");
  return elementwise(detail::byte_turner{})(*this);
}

template <class Element, int Rank, class Space>
template <class I>
auto ndarray<Element, Rank, Space>::take(I const& indices) const {
  return cp::take(*this, indices);
}
template <class Element, int Rank, class Space>
template <class I>
auto ndarray<Element, Rank, Space>::take(I const& indices, int axis) const {
  return cp::take(*this, indices, axis);
}
template <class Element, int Rank, class Space>
template <class I, class X, class... Mode>
void ndarray<Element, Rank, Space>::put(I const& indices, X const& values, Mode... mode) const {
  cp::put(*this, indices, values, mode...);
}
template <class Element, int Rank, class Space>
template <class Choices, class... Mode>
auto ndarray<Element, Rank, Space>::choose(Choices const& choices, Mode... mode) const {
  return cp::choose(*this, choices, mode...);
}
template <class Element, int Rank, class Space>
template <class C, class... Axis>
auto ndarray<Element, Rank, Space>::compress(C const& condition, Axis... axis) const {
  return cp::compress(condition, *this, axis...);
}
template <class Element, int Rank, class Space>
auto ndarray<Element, Rank, Space>::nonzero() const {
  return cp::nonzero(*this);
}

namespace detail {
/// The elements from `data` on of `Rank` axes as nested vectors.
template <int Rank, class T>
auto nested_vector(T const* data, std::int64_t const* shape, std::int64_t const* strides) {
  if constexpr (Rank == 0) {
    return *data;
  } else {
    std::vector<decltype(nested_vector<Rank - 1>(data, shape, strides))> list;
    list.reserve(static_cast<std::size_t>(shape[0]));
    for (std::int64_t i = 0; i < shape[0]; ++i)
      list.push_back(nested_vector<Rank - 1>(data + i * strides[0], shape + 1, strides + 1));
    return list;
  }
}
}  // namespace detail

template <class Element, int Rank, class Space>
auto ndarray<Element, Rank, Space>::tolist() const {
  auto const host = to_host();
  return detail::nested_vector<Rank>(host.data(), host.shape().value, host.strides().value);
}
template <class Element, int Rank, class Space>
std::vector<unsigned char> ndarray<Element, Rank, Space>::tobytes() const {
  auto const host = ascontiguousarray(to_host());
  detail::known_late<std::vector<unsigned char>, Element> bytes(static_cast<std::size_t>(host.nbytes()));
  if (!bytes.empty()) __builtin_memcpy(bytes.data(), host.data(), bytes.size());
  return bytes;
}
template <class Element, int Rank, class Space>
void ndarray<Element, Rank, Space>::set(ndarray<Element, Rank, host_space> const& from) const {
  if (from.shape() != shape_)
    detail::throw_shape("cp::ndarray::set", "the shapes must be equal, the array's and the other's are", shape_.value,
                        Rank, from.shape().value, Rank);
  detail::assign_elements(*this, from.template to<Space>());
}
template <class Element, int Rank, class Space>
template <class To>
ndarray<To, Rank, Space> ndarray<Element, Rank, Space>::view() const {
  constexpr std::int64_t from = sizeof(Element), to = sizeof(To);
  auto shape = shape_, strides = strides_;
  if constexpr (from != to) {
    static_assert(Rank > 0, "cp::ndarray::view: an array of rank 0 has no axis for elements of another size");
    static_assert(from % to == 0 || to % from == 0,
                  "cp::ndarray::view: the larger element must have a multiple of the smaller one's bytes");
    if (shape_[Rank - 1] > 1 && strides_[Rank - 1] != 1)
      detail::throw_value("cp::ndarray::view", "the last axis must be contiguous; its stride is", strides_[Rank - 1]);
    if (to > from && shape_[Rank - 1] * from % to != 0)
      detail::throw_value("cp::ndarray::view", "larger elements must fill the last axis, whose bytes are",
                          shape_[Rank - 1] * from);
    shape[Rank - 1] = shape_[Rank - 1] * from / to;
    strides[Rank - 1] = 1;
    for (int i = 0; i < Rank - 1; ++i) {
      if (shape_[i] > 1 && strides_[i] * from % to != 0)
        detail::throw_value("cp::ndarray::view",
                            "strides must be whole numbers of the new elements; a stride in bytes is",
                            strides_[i] * from);
      strides[i] = strides_[i] * from / to;
    }
  }
  if constexpr (alignof(To) > alignof(Element))
    if (reinterpret_cast<std::uintptr_t>(data_) % alignof(To) != 0)
      detail::throw_value("cp::ndarray::view", "the data begin where no element can, at an address that divided leaves",
                          static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(data_) % alignof(To)));
  return ndarray<To, Rank, Space>(storage_, reinterpret_cast<To*>(data_), shape, strides);
}

namespace detail {
// Functions of layout.hpp (fuse/interop.hpp) take cp::fortran_order.
template <class E, class... Argument>
auto reshape_as(E const& e, Argument const&... argument) {
  return reshape(e, argument...);
}
template <class E, class... Order>
auto ravel_as(E const& e, Order... order) {
  return ravel(e, order...);
}
template <class E, class... Order>
auto flatten_as(E const& e, Order... order) {
  return flatten(e, order...);
}
template <class E, class Order>
auto copy_as(E const& e, Order order) {
  return copy(e, order);
}

/// What members of arrays and expressions do.
template <array_method Method, class To, int... Axis, class E, class... Argument>
auto call_method(E const& e, Argument const&... argument) {
  if constexpr (Method == array_method::astype) {
    return cp::astype<To>(e);
  } else if constexpr (Method == array_method::reshape) {
    if constexpr (sizeof...(Argument) == 0)
      return cp::reshape(e, index_array<0>{});
    else
      return reshape_as(e, argument...);
  } else if constexpr (Method == array_method::ravel) {
    return ravel_as(e, argument...);
  } else if constexpr (Method == array_method::flatten) {
    return flatten_as(e, argument...);
  } else if constexpr (Method == array_method::transpose) {
    return cp::transpose(e, argument...);
  } else if constexpr (Method == array_method::swapaxes) {
    return cp::swapaxes(e, argument...);
  } else if constexpr (Method == array_method::mT) {
    static_assert(E::rank >= 2, "cp: mT() needs two axes or more");
    return cp::swapaxes(e, -1, -2);
  } else if constexpr (Method == array_method::squeeze) {
    if constexpr (sizeof...(argument) == 0)
      return cp::squeeze<Axis...>(e);
    else
      return cp::squeeze(e, argument...);
  } else if constexpr (Method == array_method::diagonal) {
    return cp::diagonal(e, argument...);
  } else if constexpr (Method == array_method::trace) {
    return cp::sum<To>(cp::diagonal(e, argument...), axis<-1>);
  } else if constexpr (Method == array_method::clip) {
    return cp::clip(e, argument...);
  } else if constexpr (Method == array_method::round) {
    return cp::round(e, argument...);
  } else if constexpr (Method == array_method::conj) {
    return cp::conj(e);
  } else if constexpr (Method == array_method::copy) {
    if constexpr (sizeof...(argument) > 0)
      return copy_as(e, argument...);
    else
      return cp::eval(e);
  } else if constexpr (Method == array_method::to_host) {
    return cp::eval(e).to_host();
  } else {
    return cp::eval(e).tolist();
  }
}
}  // namespace detail

}  // namespace cp
