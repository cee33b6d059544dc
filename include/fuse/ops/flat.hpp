// All elements of an array in C order as one axis that is indexed, written and walked along.
#pragma once

#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/ops/choosing.hpp>
#include <fuse/ops/manipulation.hpp>
#include <string>
#include <tuple>
#include <type_traits>

namespace cp {

/// What cp::flatiter gives.
template <class T, int Rank, class Space>
class flat_iterator {
  static constexpr int axes = Rank == 0 ? 1 : Rank;

 public:
  /// Of an array.
  explicit flat_iterator(ndarray<T, Rank, Space> const& a) : base_(a) {}

  /// The array.
  ndarray<T, Rank, Space> const& base() const { return base_; }
  /// How many elements there are.
  std::int64_t len() const { return base_.size(); }
  /// The elements as a new array of rank 1.
  ndarray<T, 1, Space> copy() const { return base_.flatten(); }

  /// The element at a place: in host_space a reference, in cuda_space a view of rank 0; negative places count from the
  /// end. Throws index_error.
  template <std::integral I>
  decltype(auto) operator()(I place) const {
    std::int64_t const n = len();
    auto at = static_cast<std::int64_t>(place);
    if (at < -n || at >= n)
      throw index_error("cp::flatiter: the place must lie in [-" + std::to_string(n) + ", " + std::to_string(n) +
                        "), the number of elements; it is " + std::to_string(at));
    if (at < 0) at += n;
    std::int64_t offset = 0;
    for (int k = Rank; k-- > 0; at /= base_.shape()[k]) offset += at % base_.shape()[k] * base_.strides()[k];
    if constexpr (std::is_same_v<Space, host_space>)
      return static_cast<T&>(base_.data()[offset]);
    else
      return ndarray<T, 0, Space>(base_.memory(), base_.data() + offset, {}, {});
  }
  /// A run of elements, lazily; what is assigned to it is written: `cp::flatiter(a)(cp::slice(0, 6, 2)) = x`.
  auto operator()(slice const& s) const {
    auto const r = detail::resolve(s, len());
    return picked(expr::position<1>(index_array<1>{{r.extent}}, index_array<1>{{r.step}}, r.start));
  }
  /// All of them.
  auto operator()(all_t) const { return (*this)(slice()); }
  /// Elements at an array of places (they wrap around), lazily; what is assigned to it is written.
  template <expression I>
  auto operator()(I const& places) const {
    return picked(detail::bounded(places, len(), index_mode::wraps));
  }
  /// The same.
  template <class I>
  decltype(auto) operator[](I const& index) const {
    return (*this)(index);
  }

  /// Walks over the elements of an array on the host.
  class iterator {
   public:
    /// Of all elements, at a place.
    iterator(flat_iterator const& of, std::int64_t place) : all_(of), place_(place) {}
    /// The element.
    T& operator*() const { return all_(place_); }
    /// The next one in C order.
    iterator& operator++() {
      ++place_;
      return *this;
    }
    friend bool operator==(iterator const& x, iterator const& y) { return x.place_ == y.place_; }

   private:
    flat_iterator all_;
    std::int64_t place_;
  };
  /// The first element.
  iterator begin() const requires(std::is_same_v<Space, host_space>) { return {*this, 0}; }
  /// Behind the last one.
  iterator end() const requires(std::is_same_v<Space, host_space>) { return {*this, len()}; }

 private:
  template <class P>
  auto picked(P const& places) const {
    return std::apply([&](auto const&... i) { return detail::pick<true>(with_axes(), 0, i...); },
                      detail::coordinates_of(places, with_axes().shape()));
  }
  ndarray<T, axes, Space> with_axes() const {
    if constexpr (Rank == 0)
      return base_.reshape(1);
    else
      return base_;
  }

  ndarray<T, Rank, Space> base_;
};

/// The elements of `a` in C order as one axis, whatever the strides; nothing is copied: `cp::flatiter(a)(i) = 0;`. All
/// of them together are `a.flat()`.
///
/// numpy    numpy.flatiter
template <class T, int Rank, class Space>
[[nodiscard]] flat_iterator<T, Rank, Space> flatiter(ndarray<T, Rank, Space> const& a) {
  return flat_iterator<T, Rank, Space>(a);
}

}  // namespace cp
