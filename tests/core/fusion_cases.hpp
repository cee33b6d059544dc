// Runs the cases of tests/data/make_fusion.py: a lambda for cp::fuse each, with operands and what NumPy's expression
// makes of them. What does not depend on the lambda is compiled once a test. (In host memory: what is tested is
// tracing.)
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <exception>
#include <fstream>
#include <fuse/fuse.hpp>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "close.hpp"
#include "data.hpp"

namespace fusion {

template <class T, int Rank>
using array = cp::ndarray<T, Rank, cp::host_space>;

/// NumPy's character of a dtype.
template <class T>
constexpr char code_of = [] {
  using traits = cp::dtype_traits<T>;
  int const size = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
  if constexpr (cp::boolean<T>)
    return '?';
  else if constexpr (cp::complex_floating<T>)
    return sizeof(T) == 8 ? 'F' : 'D';
  else if constexpr (cp::floating<T>)
    return "?efd"[size];
  else
    return (traits::kind == cp::dtype_kind::signed_integer ? "bhil" : "BHIL")[size];
}();

/// Contiguous elements, of a dtype that is known at run time.
struct untyped {
  char code = '-';
  std::vector<std::int64_t> shape;
  std::vector<char> bytes;

  template <class T>
  T const& at(std::int64_t i) const {
    return reinterpret_cast<T const*>(bytes.data())[i];
  }
};
inline untyped untyped_of(char code, int rank, std::int64_t const* shape, void const* data, std::int64_t bytes) {
  auto const* const first = static_cast<char const*>(data);
  return {code, {shape, shape + rank}, {first, first + bytes}};
}
template <class T, int Rank>
untyped untyped_of(array<T, Rank> const& a) {
  return untyped_of(code_of<T>, Rank, a.shape().value, a.data(), a.nbytes());
}

struct record {
  std::vector<untyped> operands, results;
  bool raises = false;  ///< NumPy raises an exception
  bool taken = false;
};

/// The cases of a file, by their names.
class cases {
 public:
  explicit cases(std::string const& name) {
    std::ifstream file(tests::data_folder() + "/fusion/" + name + ".bin", std::ios::binary);
    REQUIRE(file.good());
    bytes_.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    while (at_ < bytes_.size()) {
      auto const size = static_cast<std::size_t>(number());
      std::string const text(bytes_.data() + at_, size);
      at_ += size;
      record r;
      r.operands = arrays();
      r.raises = number() != 0;
      r.results = arrays();
      CHECK(records_.emplace(text, r).second);
    }
  }
  cases(cases const&) = delete;
  cases& operator=(cases const&) = delete;
  /// Every case has been compared.
  ~cases() {
    if (std::uncaught_exceptions() > 0) return;
    for (auto const& r : records_) CHECK_MESSAGE(r.second.taken, r.first << " has not been compared");
  }
  record const& take(std::string const& name) {
    auto const found = records_.find(name);
    INFO("there is no case ", name);
    REQUIRE(found != records_.end());
    CHECK_MESSAGE(!found->second.taken, name << " is compared twice");
    found->second.taken = true;
    return found->second;
  }

 private:
  std::int64_t number() {
    std::int64_t n = 0;
    std::memcpy(&n, bytes_.data() + at_, sizeof n);
    at_ += sizeof n;
    return n;
  }
  std::vector<untyped> arrays() {
    std::vector<untyped> all(static_cast<std::size_t>(number()));
    for (untyped& a : all) {
      a.code = static_cast<char>(number());
      a.shape.resize(static_cast<std::size_t>(number()));
      for (std::int64_t& n : a.shape) n = number();
      auto const bytes = static_cast<std::size_t>(number());
      a.bytes.assign(bytes_.data() + at_, bytes_.data() + at_ + bytes);
      at_ += bytes;
    }
    return all;
  }

  std::vector<char> bytes_;
  std::size_t at_ = 0;
  std::map<std::string, record> records_;
};

template <class T>
void compare_elements(untyped const& got, untyped const& want, double epsilons) {
  for (std::size_t i = 0; i * sizeof(T) < want.bytes.size(); ++i) {
    T const &x = got.at<T>(std::int64_t(i)), &y = want.at<T>(std::int64_t(i));
    bool const right = tests::close(x, y, epsilons) || (x != x && y != y);
    CHECK_MESSAGE(right, "element " << i << " is " << tests::magnitude(x) << " and should be " << tests::magnitude(y)
                                    << ", in magnitude");
  }
}
inline void compare(std::string const& name, std::vector<untyped> const& got, std::vector<untyped> const& want,
                    double epsilons) {
  INFO(name);
  REQUIRE(got.size() == want.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    untyped const &g = got[i], &w = want[i];
    INFO("result ", i);
    CHECK(g.code == w.code);
    CHECK(g.shape == w.shape);
    if (g.code != w.code || g.shape != w.shape) continue;
    switch (g.code) {
      case 'e':
        compare_elements<cp::float16>(g, w, epsilons);
        break;
      case 'f':
        compare_elements<float>(g, w, epsilons);
        break;
      case 'd':
        compare_elements<double>(g, w, epsilons);
        break;
      case 'F':
        compare_elements<cp::complex64>(g, w, epsilons);
        break;
      case 'D':
        compare_elements<cp::complex128>(g, w, epsilons);
        break;
      default:
        CHECK(g.bytes == w.bytes);
    }
  }
}

// Operands. NumPy's own scalars, whose dtype counts in promotion, are arrays of rank 0 here; Python's are numbers.

template <class T, int Rank>
struct of_rank {
  static array<T, Rank> from(untyped const& a) {
    REQUIRE(a.code == code_of<T>);
    REQUIRE(a.shape.size() == Rank);
    cp::shape_array<Rank> shape{};
    for (int k = 0; k < Rank; ++k) shape[k] = a.shape[static_cast<std::size_t>(k)];
    array<T, Rank> const made = cp::empty<T, cp::host_space>(shape);
    if (!a.bytes.empty()) std::memcpy(made.data(), a.bytes.data(), a.bytes.size());
    return made;
  }
};
template <class T>
using scalar = of_rank<T, 0>;
template <class T>
using vector = of_rank<T, 1>;
template <class T>
using matrix = of_rank<T, 2>;
/// What Python's int, float or complex for a dtype is in C++.
template <class T>
struct number {
  using type =
      std::conditional_t<cp::complex_floating<T>, cp::complex128,
                         std::conditional_t<cp::floating<T>, double, std::conditional_t<cp::boolean<T>, bool, int>>>;
  using stored = std::conditional_t<std::is_same_v<type, int>, std::int64_t, type>;
  static type from(untyped const& a) {
    REQUIRE(a.code == code_of<stored>);
    return static_cast<type>(a.at<stored>(0));
  }
};

template <class... E>
std::vector<untyped> results_of(std::tuple<E...> const& e) {
  return std::apply([](auto const&... one) { return std::vector<untyped>{untyped_of(one)...}; }, e);
}
template <cp::expression E>
std::vector<untyped> results_of(E const& e) {
  return {untyped_of(cp::eval(e))};
}

template <class... X, class F, std::size_t... I>
auto call(record const& r, F const& f, std::index_sequence<I...>) {
  return f(X::from(r.operands[I])...);
}
/// What the fused lambda gives of the operands is what NumPy gave; `X` says what these are.
template <class... X, class F>
void check(cases& in, std::string const& name, F const& f, double epsilons = 0) {
  record const& r = in.take(name);
  REQUIRE(r.operands.size() == sizeof...(X));
  compare(name, results_of(call<X...>(r, cp::fuse(f), std::index_sequence_for<X...>{})), r.results, epsilons);
}
/// It throws a shape_error where NumPy raises ValueError.
template <class... X, class F>
void check_raises(cases& in, std::string const& name, F const& f) {
  record const& r = in.take(name);
  INFO(name);
  REQUIRE(r.operands.size() == sizeof...(X));
  CHECK(r.raises);
  CHECK_THROWS_AS((void)results_of(call<X...>(r, cp::fuse(f), std::index_sequence_for<X...>{})), cp::shape_error);
}

/// The same of an expression that changes operands: the lambda gives what is written to those of these numbers.
template <int... Written>
struct written_to {
  template <class... X, class F>
  static void check(cases& in, std::string const& name, F const& f, double epsilons = 0) {
    record const& r = in.take(name);
    REQUIRE(r.operands.size() == sizeof...(X));
    run(name, r, f, epsilons,
        call<X...>(
            r, [](auto const&... x) { return std::tuple(x...); }, std::index_sequence_for<X...>{}));
  }
  template <class... X, class F>
  static void check_raises(cases& in, std::string const& name, F const& f) {
    record const& r = in.take(name);
    INFO(name);
    CHECK(r.raises);
    auto const operands = call<X...>(
        r, [](auto const&... x) { return std::tuple(x...); }, std::index_sequence_for<X...>{});
    CHECK_THROWS_AS(write(f, operands), cp::shape_error);
  }

 private:
  template <class F, class... O>
  static void write(F const& f, std::tuple<O...> const& operands) {
    std::apply([&](auto const&... x) { cp::fuse(f).into(std::get<Written>(operands)...)(x...); }, operands);
  }
  template <class F, class... O>
  static void run(std::string const& name, record const& r, F const& f, double epsilons,
                  std::tuple<O...> const& operands) {
    write(f, operands);
    compare(name, {untyped_of(std::get<Written>(operands))...}, r.results, epsilons);
  }
};

/// NumPy's characters of dtypes, as names of C++.
namespace characters {
using B = cp::uint8;
using H = cp::uint16;
using b = std::int8_t;
using h = std::int16_t;
using i = std::int32_t;
using l = std::int64_t;
using e = cp::float16;
using f = float;
using d = double;
using F = cp::complex64;
}  // namespace characters

}  // namespace fusion
