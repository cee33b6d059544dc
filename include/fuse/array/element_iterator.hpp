// Iterators: over the elements of one axis in host memory, and over the views along the first axis of any array.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>  // the tags and concepts of iterators: <iterator> itself reads streams

namespace cp::detail {

/// A random-access iterator over the elements of one axis. Counts places, since a stride may be 0.
template <class T>
class element_iterator {
 public:
  using value_type = T;
  using difference_type = std::int64_t;
  using pointer = T*;
  using reference = T&;
  using iterator_category = std::random_access_iterator_tag;

  element_iterator() = default;
  element_iterator(T* data, std::int64_t stride, std::int64_t i) : data_(data), stride_(stride), i_(i) {}

  T& operator*() const { return data_[i_ * stride_]; }
  T* operator->() const { return data_ + i_ * stride_; }
  T& operator[](std::int64_t n) const { return data_[(i_ + n) * stride_]; }
  element_iterator& operator++() { return *this += 1; }
  element_iterator& operator--() { return *this += -1; }
  element_iterator operator++(int) { return {data_, stride_, i_++}; }
  element_iterator operator--(int) { return {data_, stride_, i_--}; }
  element_iterator& operator+=(std::int64_t n) {
    i_ += n;
    return *this;
  }
  element_iterator& operator-=(std::int64_t n) { return *this += -n; }
  friend element_iterator operator+(element_iterator x, std::int64_t n) { return x += n; }
  friend element_iterator operator+(std::int64_t n, element_iterator x) { return x += n; }
  friend element_iterator operator-(element_iterator x, std::int64_t n) { return x -= n; }
  friend std::int64_t operator-(element_iterator const& x, element_iterator const& y) { return x.i_ - y.i_; }
  friend bool operator==(element_iterator const& x, element_iterator const& y) { return x.i_ == y.i_; }
  friend auto operator<=>(element_iterator const& x, element_iterator const& y) { return x.i_ <=> y.i_; }

 private:
  T* data_ = nullptr;
  std::int64_t stride_ = 1, i_ = 0;
};

/// An iterator over what an array's first axis counts, each a view.
template <class A>
class row_iterator {
 public:
  row_iterator(A const& of, std::int64_t i) : of_(of), i_(i) {}
  auto operator*() const { return of_(i_); }
  row_iterator& operator++() {
    ++i_;
    return *this;
  }
  friend bool operator==(row_iterator const& x, row_iterator const& y) { return x.i_ == y.i_; }

 private:
  A of_;
  std::int64_t i_;
};

}  // namespace cp::detail
