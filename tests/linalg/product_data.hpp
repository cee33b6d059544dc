// What the tests of products share: operands by a formula (as tests/data/make_products.py has it), and comparing with
// NumPy's results.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <fuse/io.hpp>
#include <fuse/linalg.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "array/values.hpp"
#include "data.hpp"

namespace product_data {

/// NumPy's code of a dtype.
template <class T>
std::string code_of() {
  if constexpr (std::is_same_v<T, bool>) return "1";
  if constexpr (std::is_same_v<T, std::int8_t>) return "b";
  if constexpr (std::is_same_v<T, std::uint16_t>) return "H";
  if constexpr (std::is_same_v<T, std::int64_t>) return "q";
  if constexpr (std::is_same_v<T, cp::float16>) return "e";
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, cp::bfloat16>) return "f";
  if constexpr (std::is_same_v<T, double>) return "d";
  if constexpr (std::is_same_v<T, cp::complex64>) return "F";
  return "D";
}

template <class T>
T element(std::int64_t i, int k) {
  auto const v = static_cast<int>((7 * i + 3 * k) % 11) - 5;
  if constexpr (std::is_same_v<T, bool>)
    return v > 3;
  else if constexpr (std::is_unsigned_v<T>)
    return static_cast<T>(v + 5);
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T>(v);
  else if constexpr (cp::complex_floating<T>)
    return T(static_cast<decltype(T::re)>(v) / 2, static_cast<decltype(T::re)>(static_cast<int>((5 * i + k) % 7) - 3));
  else
    return static_cast<T>(static_cast<float>(v) / 2);
}

/// Operand number k of a shape.
template <class T, int N>
cp::ndarray<T, N> operand(cp::extent const (&shape)[N], int k = 0) {
  auto const s = cp::make_shape(shape);
  auto made = cp::detail::make_array<T, N, cp::host_space>(s, "operand");
  for (std::int64_t i = 0; i < made.size(); ++i) made.data()[i] = element<T>(i, k);
  return made.template to<cp::default_space>();
}

/// NumPy's results, one behind the other.
template <class T>
class results {
 public:
  using number = std::conditional_t<cp::complex_floating<T>, cp::complex128, double>;

  explicit results(std::string const& file)
      : all_(cp::load<number, 1, cp::host_space>(tests::data_folder() + "/products/" + file + ".npy")) {}
  ~results() { CHECK(next_ == all_.size()); }

  /// Compares the elements of a result, of dtype R and of this shape, with the next ones.
  template <class R = T, cp::expression E>
  void check(char const* what, tests::longs const& shape, E const& e) {
    static_assert(std::is_same_v<typename E::value_type, R>, "the dtype is another one");
    CAPTURE(what);
    auto const a = cp::eval(e);
    CHECK(tests::list_of(a.shape()) == shape);
    auto const v = tests::values(a);
    REQUIRE(next_ + static_cast<std::int64_t>(v.size()) <= all_.size());
    bool same = true;
    for (auto const& x : v) same = same && static_cast<number>(x) == all_.data()[next_++];
    CHECK(same);
  }

 private:
  cp::ndarray<number, 1, cp::host_space> all_;
  std::int64_t next_ = 0;
};

}  // namespace product_data
