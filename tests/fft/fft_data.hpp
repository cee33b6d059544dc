// Comparing transforms with what NumPy and SciPy gave (tests/data/fft, written by tests/data/make_fft.py).
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <fuse/fft.hpp>
#include <fuse/io.hpp>
#include <string>
#include <type_traits>

#include "data.hpp"

namespace fft_data {

template <class T, int N>
using array = cp::ndarray<T, N>;
namespace fft = cp::fft;

inline constexpr fft::norm norms[] = {fft::norm::backward, fft::norm::ortho, fft::norm::forward};

inline std::string file(std::string const& name) {
  std::string path = tests::data_folder() + "/fft/";
  return path.append(name).append(".npy");
}
template <class T, int N>
array<T, N> load(std::string const& name) {
  return cp::load<T, N, cp::host_space>(file(name)).template to<cp::default_space>();
}

/// Also of 16-bit parts.
template <class T>
constexpr bool is_complex = !std::is_same_v<typename cp::dtype_traits<T>::real_type, T>;

template <class T>
constexpr char const* operand_name = is_complex<T> ? "complex" : "real";

/// NumPy's operand in a dtype; every one holds its whole numbers.
template <class T>
array<T, 3> operand() {
  using from = std::conditional_t<is_complex<T>, cp::complex128, double>;
  return cp::astype<T>(load<from, 3>(operand_name<T>));
}

/// The dtype of NumPy's result, complex or real as R is: in the precision of the operand's float, float64 of integers,
/// float32 of float16.
template <class T, class Real = typename cp::dtype_traits<T>::real_type>
using precision_of =
    std::conditional_t<std::is_same_v<Real, float> || std::is_same_v<Real, cp::float16>, float, double>;
template <class R, class T>
using result_of = std::conditional_t<is_complex<R>, cp::complex<precision_of<T>>, precision_of<T>>;

/// Whether the function of this name gives one half of a spectrum.
inline bool is_half(std::string const& name) { return name.starts_with("rfft") || name.starts_with("ihfft"); }

/// The shape of a transform of `x` along these axes to these lengths; of the last one half, if so.
template <class T, int N>
cp::shape_array<3> shape_of(array<T, 3> const& x, fft::axes_t<N> const& axes, std::int64_t const (&length)[N],
                            bool half) {
  cp::shape_array<3> shape = x.shape();
  for (int i = 0; i < N; ++i) {
    std::int64_t const n = length[i];
    shape[(axes.value[i] + 3) % 3] = half && i == N - 1 ? n / 2 + 1 : n;
  }
  return shape;
}

/// The results of a file, one after the other; R is their dtype in it.
template <class R>
class expected {
 public:
  explicit expected(std::string const& name) : all_(cp::load<R, 1, cp::host_space>(file(name))), name_(name) {}
  ~expected() { CHECK_MESSAGE(next_ == all_.size(), name_); }

  /// Compares a result with the next ones: the distance of all is small beside them all (benchFFT's measure, which the
  /// bound of 5 eps log2(n) is in).
  template <class E>
  void compare(E const& result, double epsilons = 20) {
    using T = typename E::value_type;
    static_assert(is_complex<T> == is_complex<R>);
    auto const flat = cp::ravel(cp::eval(result)).to_host();
    ++number_;
    REQUIRE(next_ + flat.size() <= all_.size());
    double error = 0, size = 0;
    for (std::int64_t i = 0; i < flat.size(); ++i) {
      R const want = all_.data()[next_ + i];
      R const got = static_cast<R>(flat.data()[i]);
      if constexpr (cp::complex_floating<R>) {
        error += (got.re - want.re) * (got.re - want.re) + (got.im - want.im) * (got.im - want.im);
        size += want.re * want.re + want.im * want.im;
      } else {
        error += (got - want) * (got - want);
        size += want * want;
      }
    }
    using real = typename cp::dtype_traits<T>::real_type;
    double const epsilon = std::is_same_v<real, cp::bfloat16>  ? 0x1p-9
                           : std::is_same_v<real, cp::float16> ? 0x1p-12
                           : std::is_same_v<real, float>       ? 0x1p-24
                                                               : 0x1p-53;
    bool const close = std::sqrt(error) <= epsilons * epsilon * (std::sqrt(size) + 1);
    CHECK_MESSAGE(close, name_, ", case ", number_, ": off by ", std::sqrt(error), " of ", std::sqrt(size));
    next_ += flat.size();
  }
  /// The same, of a result that has this dtype and shape.
  template <class T, class E, int N>
  void compare_whole(E const& result, cp::shape_array<N> const& shape, double epsilons = 20) {
    static_assert(std::is_same_v<typename E::value_type, T>);
    auto const a = cp::eval(result);
    CHECK_MESSAGE(a.shape() == shape, name_, ", case ", number_ + 1);
    compare(a, epsilons);
  }
  /// Leaves out the next ones.
  void skip(std::int64_t n) { next_ += n; }

 private:
  cp::ndarray<R, 1, cp::host_space> all_;
  std::string name_;
  std::int64_t next_ = 0;
  int number_ = 0;
};

/// f(axis, length, norm) for the cases of `lines`.
template <class F>
void lines(F const& f) {
  int i = 0;
  for (int axis = 0; axis < 3; ++axis) {
    for (int const n : {1, 2, 4, 5, 8}) {
      f(axis - 3 * (i % 2), n, norms[i % 3]);
      ++i;
    }
    for (fft::norm const scale : norms) f(axis, 6, scale);
  }
}
/// f(axes, lengths, norm) for the cases of `planes`.
template <class F>
void planes(F const& f) {
  int i = 0;
  for (auto const axes : {fft::axes(0, 1), fft::axes(1, 2), fft::axes(2, 0), fft::axes(-1, -2)})
    for (auto const s : {fft::s(4, 3), fft::s(5, 6), fft::s(2, 7)}) f(axes, s, norms[i++ % 3]);
}
/// f(axes, lengths, norm) for the cases of `spaces`.
template <class F>
void spaces(F const& f) {
  int i = 0;
  for (auto const axes : {fft::axes(0, 1, 2), fft::axes(2, 0, 1), fft::axes(1, 2, 0)})
    f(axes, fft::s(4, 5, 6), norms[i++]);
}
/// f(type, axis, length, norm, orthogonalize: -1 as the norm has it, 1, 0) for the cases of `cosines`.
template <class F>
void cosines(F const& f) {
  for (int type = 1; type <= 4; ++type) {
    int i = type;
    constexpr int orthogonal[] = {-1, 1, 0};
    for (int axis = 0; axis < 3; ++axis) {
      for (int const n : {2, 5, 8}) {
        f(type, axis, n, norms[i % 3], orthogonal[i / 3 % 3]);
        ++i;
      }
      for (fft::norm const scale : norms) f(type, axis, 6, scale, -1);
    }
  }
}
/// f(type, axes, lengths, norm) for the cases of `cosine_planes`.
template <class F>
void cosine_planes(F const& f) {
  for (int type = 1; type <= 4; ++type) {
    int i = 0;
    for (auto const axes : {fft::axes(0, 1), fft::axes(2, 0), fft::axes(-1, -2)})
      f(type, axes, fft::s(4, 6), norms[i++]);
  }
}

/// The operand as other layouts have it: turned round, transposed, a part of a larger array.
template <class T, class F>
void layouts(array<T, 3> const& x, F const& f) {
  f(x);
  f(cp::flip(cp::flip(x).copy()));
  f(cp::transpose(cp::transpose(x).copy()));
  f(cp::swapaxes(cp::swapaxes(x, 0, 1).copy(), 0, 1));
  array<T, 3> const wide = cp::zeros<T>({x.shape(0) + 1, x.shape(1) + 2, 2 * x.shape(2) + 1});
  auto const part = wide(cp::slice(1, cp::end), cp::slice(1, -1), cp::slice(1, cp::end, 2));
  part(cp::all) = x;
  f(part);
}

#define FFT_FUNCTION(name) #name, [](auto const& of, auto... option) { return cp::fft::name(of, option...); }

}  // namespace fft_data
