// Walks the records that scripts/make_reduction_cases.py wrote: what NumPy makes of a reduction for every dtype, shape,
// axis and keepdims.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <fuse/fuse.hpp>
#include <iterator>
#include <string>
#include <vector>

namespace cases {

template <class T, int N>
using array = cp::ndarray<T, N>;

template <class T>
double magnitude(T const& x) {
  if constexpr (cp::complex_floating<T>)
    return std::hypot(static_cast<double>(x.real()), static_cast<double>(x.imag()));
  else
    return std::abs(static_cast<double>(x));
}
/// Whether x is y, but for `epsilons` of y's dtype. NaN is NaN, whichever part of a complex number it is.
template <class T>
bool close(T const& x, T const& y, double epsilons) {
  if constexpr (cp::complex_floating<T>) {
    double const bound = epsilons * (sizeof(T) == 8 ? 1.2e-7 : 2.3e-16) * (1 + magnitude(y));
    if (x != x && y != y) return true;
    auto const part = [&](double a, double b) { return (a != a && b != b) || a == b || std::abs(a - b) <= bound; };
    return part(x.real(), y.real()) && part(x.imag(), y.imag());
  } else if constexpr (cp::floating<T>) {
    double const a = static_cast<double>(x), b = static_cast<double>(y);
    double const epsilon = sizeof(T) == 2 ? 9.8e-4 : sizeof(T) == 4 ? 1.2e-7 : 2.3e-16;
    return (a != a && b != b) || a == b || std::abs(a - b) <= epsilons * epsilon * (1 + std::abs(b));
  } else {
    return x == y;
  }
}

/// NumPy's character of a dtype.
template <class T>
constexpr char code() {
  constexpr cp::dtype_kind kind = cp::dtype_traits<T>::kind;
  if constexpr (cp::boolean<T>)
    return '?';
  else if constexpr (cp::complex_floating<T>)
    return sizeof(T) == 8 ? 'F' : 'D';
  else if constexpr (cp::floating<T>)
    return sizeof(T) == 2 ? 'e' : sizeof(T) == 4 ? 'f' : 'd';
  else if constexpr (kind == cp::dtype_kind::signed_integer)
    return sizeof(T) == 1 ? 'b' : sizeof(T) == 2 ? 'h' : sizeof(T) == 4 ? 'i' : 'q';
  else
    return sizeof(T) == 1 ? 'B' : sizeof(T) == 2 ? 'H' : sizeof(T) == 4 ? 'I' : 'Q';
}

class reader {
 public:
  explicit reader(std::string const& name) {
    std::ifstream file(std::string(FUSE_TEST_DATA) + "/reductions/cases/" + name + ".bin", std::ios::binary);
    REQUIRE(file.good());
    bytes_.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  template <class T>
  std::vector<T> take(std::size_t n) {
    REQUIRE(at_ + n * sizeof(T) <= bytes_.size());
    std::vector<T> v(n);
    if (n > 0) std::memcpy(v.data(), bytes_.data() + at_, n * sizeof(T));
    at_ += n * sizeof(T);
    return v;
  }
  bool done() const { return at_ == bytes_.size(); }

 private:
  std::vector<char> bytes_;
  std::size_t at_ = 0;
};

/// What an evaluation gave: elements, or a value_error.
template <class R>
struct outcome {
  array<R, 1> values;
  bool threw = false;
};

/// Compares the next record with an outcome.
template <class R>
[[gnu::noinline]] void compare(reader& in, outcome<R> const& got, double epsilons) {
  char const status = in.take<char>(1)[0], dtype = in.take<char>(1)[0];
  std::size_t const n = in.take<std::uint16_t>(1)[0];
  REQUIRE(status != 2);
  REQUIRE(got.threw == (status == 1));
  if (got.threw) return;
  REQUIRE(dtype == code<R>());
  std::vector<unsigned char> const raw = in.take<unsigned char>(n * sizeof(R));
  auto const result = got.values.to_host();
  REQUIRE(result.size() == static_cast<std::int64_t>(n));
  for (std::size_t i = 0; i < n; ++i) {
    R expected;
    std::memcpy(&expected, raw.data() + i * sizeof(R), sizeof(R));
    CAPTURE(i);
    CAPTURE(magnitude(expected));
    CAPTURE(magnitude(result.data()[i]));
    CHECK(close(result.data()[i], expected, epsilons));
  }
}

/// What `make`, which gives an expression, evaluates to. Little is instantiated for each.
template <class Make>
auto outcome_of(Make const& make) {
  outcome<typename decltype(make())::value_type> r;
  try {
    auto const a = cp::eval(make());
    r.values = array<typename decltype(r.values)::value_type, 1>(a.memory(), a.data(), {{a.size()}}, {{1}});
  } catch (cp::value_error const&) {
    r.threw = true;
  }
  return r;
}

/// An array of the first elements.
template <int Rank, class T>
array<T, Rank> shaped(std::vector<T> const& x, cp::shape_array<Rank> const& shape) {
  std::int64_t const n = cp::size_of(shape);
  cp::ndarray<T, 1, cp::host_space> const host = cp::empty<T, cp::host_space>({n});
  for (std::int64_t i = 0; i < n; ++i) host.data()[i] = x[static_cast<std::size_t>(i)];
  return cp::reshape(host.template to<cp::default_space>(), shape);
}

template <class T, int Rank, class F>
void of_shape(reader& in, F const& f, std::vector<T> const& x, cp::shape_array<Rank> const& shape, double epsilons) {
  CAPTURE(cp::to_string(shape));
  auto const a = shaped<Rank, T>(x, shape);
  compare(in, outcome_of([&] { return f(a); }), epsilons);
  compare(in, outcome_of([&] { return f(a, cp::keepdims); }), epsilons);
  if constexpr (Rank > 0)
    for (int axis = 0; axis < Rank; ++axis) {
      CAPTURE(axis);
      compare(in, outcome_of([&] { return f(a, axis); }), epsilons);
      compare(in, outcome_of([&] { return f(a, axis, cp::keepdims); }), epsilons);
    }
}
/// Passes over records, of which none may have a result if the dtype is `refused` (NumPy refuses empty operands first).
inline void pass(reader& in, int records, bool refused) {
  for (int i = 0; i < records; ++i) {
    char const status = in.take<char>(1)[0], dtype = in.take<char>(1)[0];
    REQUIRE(status != (refused ? 0 : 2));
    std::string const small = "?bB", two = "hHe", four = "iIf", eight = "qQdF";
    auto const is_in = [&](std::string const& of) { return of.find(dtype) != std::string::npos; };
    std::size_t const bytes = is_in(small) ? 1 : is_in(two) ? 2 : is_in(four) ? 4 : is_in(eight) ? 8 : 16;
    (void)in.take<char>(in.take<std::uint16_t>(1)[0] * bytes);
  }
}
inline constexpr int records_of_rank_4 = 10, records_of_a_dtype = 2 * (1 + 2 + 2 + 3 + 3 + 3 + 3) + records_of_rank_4;

/// What keeps these tests quick to compile: four axes for a dtype of each kind; of dtypes that differ in their sizes
/// alone some are left to the host's tests.
template <class T>
constexpr bool has_rank_4 = std::is_same_v<T, bool> || std::is_same_v<T, std::int8_t> || std::is_same_v<T, float> ||
                            std::is_same_v<T, cp::complex128>;
template <class T>
constexpr bool is_walked = std::is_same_v<cp::default_space, cp::host_space> || has_rank_4<T> ||
                           std::is_same_v<T, double> || std::is_same_v<T, cp::float16>;

template <bool Accepted, class T, class F>
void of_dtype(reader& in, std::vector<T> const& x, F const& f, double epsilons) {
  CAPTURE(code<T>());
  if constexpr (!Accepted || !is_walked<T>) {
    pass(in, records_of_a_dtype, !Accepted);
  } else {
    of_shape<T, 0>(in, f, x, {}, epsilons);
    of_shape<T, 1>(in, f, x, {0}, epsilons);
    of_shape<T, 1>(in, f, x, {1}, epsilons);
    of_shape<T, 2>(in, f, x, {0, 3}, epsilons);
    of_shape<T, 2>(in, f, x, {3, 0}, epsilons);
    of_shape<T, 2>(in, f, x, {1, 0}, epsilons);
    of_shape<T, 2>(in, f, x, {3, 4}, epsilons);
    if constexpr (has_rank_4<T>)
      of_shape<T, 4>(in, f, x, {2, 1, 0, 3}, epsilons);
    else
      pass(in, records_of_rank_4, false);
  }
}

/// Which dtypes NumPy's function takes.
enum accepted { all_dtypes, no_booleans, no_complex };

/// Compares a function with its file, whole.
template <accepted Which = all_dtypes, class F>
void as_numpy(char const* name, F const& f, double epsilons) {
  CAPTURE(name);
  reader in(name);
  auto const run = [&](auto const&... x) {
    (of_dtype<!(Which == no_booleans && cp::boolean<typename std::remove_cvref_t<decltype(x)>::value_type>)&&!(
         Which == no_complex && cp::complex_floating<typename std::remove_cvref_t<decltype(x)>::value_type>)>(in, x, f,
                                                                                                              epsilons),
     ...);
  };
  // std::vector<bool> has no data().
  auto const truth = in.take<unsigned char>(12);
  auto const i8 = in.take<std::int8_t>(12);
  auto const i16 = in.take<std::int16_t>(12);
  auto const i32 = in.take<std::int32_t>(12);
  auto const i64 = in.take<std::int64_t>(12);
  auto const u8 = in.take<std::uint8_t>(12);
  auto const u16 = in.take<std::uint16_t>(12);
  auto const u32 = in.take<std::uint32_t>(12);
  auto const u64 = in.take<std::uint64_t>(12);
  auto const f16 = in.take<cp::float16>(12);
  auto const f32 = in.take<float>(12);
  auto const f64 = in.take<double>(12);
  auto const c64 = in.take<cp::complex64>(12);
  auto const c128 = in.take<cp::complex128>(12);
  std::vector<bool> const b(truth.begin(), truth.end());
  run(b, i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64, c64, c128);
  CHECK(in.done());
}

#define AS_NUMPY(NAME) [](auto const& operand, auto... option) { return cp::NAME(operand, option...); }

}  // namespace cases
