// What comparing with NumPy needs of each dtype, and of no function.
#include "golden.hpp"

#include <cmath>
#include <cstdio>
#include <cstring>

namespace golden {
namespace {

template <class T>
std::string text(T x) {
  if constexpr (cp::complex_floating<T>)
    return "(" + text(x.re) + ", " + text(x.im) + ")";
  else if constexpr (cp::floating<T>) {
    char buffer[40];
    std::snprintf(buffer, sizeof(buffer), "%.17g", static_cast<double>(x));
    return buffer;
  } else
    return std::to_string(x);
}

/// Values between the two, counted along the ordered bits.
template <class T>
double distance(T x, T y) {
  auto const ordered = [](T v) {
    auto const u = cp::detail::float_bits(v);
    auto const magnitude =
        static_cast<double>(static_cast<std::int64_t>(u & (static_cast<decltype(u)>(~decltype(u){0}) >> 1)));
    return cp::scalar::signbit(v) ? -magnitude : magnitude;
  };
  return std::abs(ordered(x) - ordered(y));
}
double distance(double x, double y) {
  auto const ordered = [](double v) {
    auto const u = static_cast<std::int64_t>(cp::detail::float_bits(v) & ~(std::uint64_t{1} << 63));
    return cp::scalar::signbit(v) ? -u : u;
  };
  std::int64_t const a = ordered(x), b = ordered(y);
  return static_cast<double>(static_cast<std::uint64_t>(a > b ? a : b) - static_cast<std::uint64_t>(a > b ? b : a));
}

template <class T>
constexpr double epsilon = sizeof(T) == 2   ? 0x1p-10
                           : sizeof(T) == 4 ? 0x1p-23
                                            : 0x1p-52;

template <class T>
bool near(T got, T want, tolerance const& allowed, double size) {
  if constexpr (cp::complex_floating<T>) {
    using R = decltype(got.re);
    auto const finite = [](T z) { return cp::scalar::isfinite(z.re) && cp::scalar::isfinite(z.im); };
    if (finite(want) && finite(got)) {
      double const error = std::hypot(double(got.re) - double(want.re), double(got.im) - double(want.im)),
                   value = std::hypot(double(want.re), double(want.im));
      double const bound =
          allowed.complex_epsilons * epsilon<R> * value * (allowed.conditioned && size > 1 ? size : 1) +
          (sizeof(R) == 4 ? 0x1p-148 : 0x1p-1073);
      if (error > bound) return false;
      auto const signs = [&](R g, R w) {
        return !allowed.zero_sign || w != 0 || g != 0 || cp::scalar::signbit(g) == cp::scalar::signbit(w);
      };
      return allowed.conditioned || (signs(got.re, want.re) && signs(got.im, want.im));
    }
    if (allowed.finite_only) return true;
    tolerance part = allowed;
    part.ulp = allowed.complex_epsilons * 2;
    auto const agree = [&](R g, R w, R other) {  // beside NaN, C99 leaves the signs of zeros and infinities open
      return near(g, w, part, size) || (other != other && (w == 0 || cp::scalar::isinf(w)) && (g == w || g == -w));
    };
    return agree(got.re, want.re, want.im) && agree(got.im, want.im, want.re);
  } else if constexpr (cp::floating<T>) {
    if (want != want || got != got) return want != want && got != got;
    if (want == 0 && got == 0) return !allowed.zero_sign || cp::scalar::signbit(got) == cp::scalar::signbit(want);
    if (cp::scalar::isfinite(got) && cp::scalar::isfinite(want) &&
        std::abs(double(got) - double(want)) <= allowed.absolute * epsilon<T>)
      return true;
    return distance(got, want) <= (sizeof(T) == 2 ? allowed.half : allowed.ulp);
  } else {
    return got == want;
  }
}

template <class T>
double magnitude(T x) {
  if constexpr (cp::complex_floating<T>)
    return std::hypot(double(x.re), double(x.im));
  else
    return std::abs(double(x));
}

/// f of a value of the dtype that the code names.
template <class F>
auto with_dtype(char code, F const& f) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    decltype(f(bool{})) result{};
    ((code == codes[I] ? void(result = f(type_of<codes[I]>{})) : void()), ...);
    return result;
  }
  (std::make_index_sequence<count>{});
}

}  // namespace

template <class T>
values::values(cp::ndarray<T, 1> const& a) : code_(code_of<T>), size_(a.size()), bytes_(a.nbytes()) {
  if (size_ > 0) std::memcpy(bytes_.data(), a.copy().to_host().data(), bytes_.size());
}

values values::part(std::int64_t first, std::int64_t size) const {
  auto const each = static_cast<std::ptrdiff_t>(bytes_.size()) / size_;
  values found = *this;
  found.size_ = size;
  found.bytes_.assign(bytes_.begin() + first * each, bytes_.begin() + (first + size) * each);
  return found;
}
values values::repeated(std::int64_t size) const {
  values found = part(0, 1);
  found.size_ = size;
  std::vector<std::byte> const one = found.bytes_;
  for (std::int64_t i = 1; i < size; ++i) found.bytes_.insert(found.bytes_.end(), one.begin(), one.end());
  return found;
}
std::string values::text(std::int64_t i) const {
  return with_dtype(code_, [&]<class T>(T) { return golden::text(at<T>(i)); });
}
double values::magnitude(std::int64_t i) const {
  return with_dtype(code_, [&]<class T>(T) { return golden::magnitude(at<T>(i)); });
}

void compare(std::string const& what, values const& got, values const& want, tolerance const& allowed,
             std::initializer_list<values> operands) {
  REQUIRE_MESSAGE(got.size() == want.size(), what);
  REQUIRE_MESSAGE(got.code() == want.code(), what);
  bool const is_complex = got.code() == 'F' || got.code() == 'D';
  std::int64_t wrong = 0;
  std::string first;
  for (std::int64_t i = 0; i < got.size(); ++i) {
    double size = 0;
    for (values const& x : operands)
      if (double const m = x.magnitude(i); !(m <= size)) size = m;  // NaN stays
    if (allowed.finite_only && is_complex && !(size < 1e300)) continue;
    if (with_dtype(got.code(), [&]<class R>(R) { return near(got.at<R>(i), want.at<R>(i), allowed, size); })) continue;
    if (wrong++ >= 4) continue;
    first += "\n  of";
    for (values const& x : operands) first += " " + x.text(i);
    first += ": " + got.text(i) + ", expected " + want.text(i);
  }
  CHECK_MESSAGE(wrong == 0, what << ": " << wrong << " of " << got.size() << " wrong;" << first);
}

void same_bits(std::string const& what, values const& got, values const& want) {
  REQUIRE_MESSAGE(got.size() == want.size(), what);
  REQUIRE_MESSAGE(got.code() == want.code(), what);
  auto const same = [&](std::int64_t i) {
    return with_dtype(got.code(), [&]<class R>(R) {
      R const a = got.at<R>(i), b = want.at<R>(i);
      if constexpr (cp::floating<R>)
        if (a != a && b != b) return true;
      return std::memcmp(&a, &b, sizeof(R)) == 0;
    });
  };
  std::int64_t wrong = 0, first = 0;
  for (std::int64_t i = 0; i < got.size(); ++i)
    if (!same(i) && wrong++ == 0) first = i;
  CHECK_MESSAGE(wrong == 0, what << ": " << wrong << " of " << got.size()
                                 << " differ from the contiguous result, first [" << first
                                 << "]: " << (wrong > 0 ? got.text(first) + ", not " + want.text(first) : ""));
}

template <class T>
cp::ndarray<T, 1> reader::next() {
  return cp::load<T, 1>(source_);
}

template <class T>
layouts<T>::layouts(cp::ndarray<T, 1> const& x) {
  std::int64_t const n = x.size();
  auto const wide = cp::zeros<T>({2 * n + 1});
  strided = wide(cp::slice(1, cp::end, 2));
  strided(cp::all) = x;
  reversed = cp::zeros<T>({n})(cp::slice(cp::end, cp::end, -1));
  reversed(cp::all) = x;
  shifted = cp::zeros<T>({n + 1})(cp::slice(1, cp::end));
  shifted(cp::all) = x;
}

template <class T>
std::vector<cp::ndarray<T, 1>> inputs(int operands) {
  reader file(operands == 1 ? "unary" : "binary");
  std::vector<cp::ndarray<T, 1>> found;
  for (std::size_t i = 0; i < count; ++i)
    with_dtype(codes[i], [&]<class U>(U) {
      for (int k = 0; k < operands; ++k) {
        auto const a = file.next<U>();
        if constexpr (std::is_same_v<T, U>) found.push_back(a);
      }
      return true;
    });
  return found;
}

template <class T>
values check_unary(std::string const& what, cp::ndarray<T, 1> const& x, on_array<T> const& run, values const& want,
                   tolerance const& allowed) {
  values const direct = run(x);
  compare(what, direct, want, allowed, x);
  layouts<T> const as(x);
  same_bits(what + " of a strided operand", run(as.strided), direct);
  same_bits(what + " of a reversed operand", run(as.reversed), direct);
  same_bits(what + " of a misaligned operand", run(as.shifted), direct);
  CHECK_MESSAGE(run(x(cp::slice(0, 0))).size() == 0, what);
  same_bits(what + " of a broadcast operand", run(cp::broadcast_to(x(cp::slice(1, 2)), {5})),
            direct.part(1, 1).repeated(5));
  return direct;
}

template <class T>
values check_binary(std::string const& what, cp::ndarray<T, 1> const& x, cp::ndarray<T, 1> const& y,
                    on_arrays<T> const& run, values const& want, tolerance const& allowed) {
  values const direct = run(x, y);
  compare(what, direct, want, allowed, x, y);
  layouts<T> const p(x), q(y);
  same_bits(what + " of strided operands", run(p.strided, q.strided), direct);
  same_bits(what + " of reversed operands", run(p.reversed, q.reversed), direct);
  same_bits(what + " of operands of two layouts", run(p.shifted, q.reversed), direct);
  CHECK_MESSAGE(run(x(cp::slice(0, 0)), y(cp::slice(0, 1))).size() == 0, what);
  std::int64_t const n = 9;
  auto const few = cp::slice(n);
  same_bits(what + " of a broadcast operand", run(x(cp::slice(0, 1)), y(few)),
            run(cp::broadcast_to(x(cp::slice(0, 1)), {n}).copy(), y(few)));
  same_bits(what + " of a broadcast second operand", run(x(few), y(cp::slice(3, 4))),
            run(x(few), cp::broadcast_to(y(cp::slice(3, 4)), {n}).copy()));
  return direct;
}

FUSE_GOLDEN_DTYPES()

}  // namespace golden
