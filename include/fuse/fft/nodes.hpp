// Fourier transforms as nodes of expressions: options become settings, an operand becomes what a library can read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fuse/core/dtype.hpp>
#include <fuse/core/shape.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/run_library.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/expr/view.hpp>
#include <fuse/fft/options.hpp>
#include <fuse/fft/rows.hpp>
#include <fuse/fft/scaled.hpp>
#include <fuse/fft/transform.hpp>
#include <fuse/ops/reduction_options.hpp>
#include <type_traits>
#include <utility>

namespace cp::fft::detail {

/// What both sides are: complex; real and the half spectrum; the half spectrum and real; the operand's kind, as floats.
enum class family : unsigned char { complex, to_spectrum, from_spectrum, cosine, packed, unpacked };

/// A function's name as a template argument.
template <std::size_t Size>
struct label {
  char text[Size] = {};
  constexpr label(char const (&from)[Size]) {
    for (std::size_t i = 0; i < Size; ++i) text[i] = from[i];
  }
};

/// complex<float16> or complex<bfloat16>.
template <class T>
concept half_complex = std::is_same_v<T, complex<float16>> || std::is_same_v<T, complex<bfloat16>>;

/// The float type that a transform of a dtype computes in: float32 of floats of 32 bits and less, the parts' of complex
/// numbers, else float64.
template <class T>
struct real_of {
  using type = std::conditional_t<(floating<T> && sizeof(T) <= 4), float, double>;
};
template <class T>
struct real_of<complex<T>> {
  using type = T;
};
template <class T>
using real_for = typename real_of<T>::type;
/// It as a run-time value.
template <class Real>
inline constexpr cp::library::fft_float float_id = std::is_same_v<Real, float16>    ? cp::library::fft_float::float16
                                                   : std::is_same_v<Real, bfloat16> ? cp::library::fft_float::bfloat16
                                                   : std::is_same_v<Real, float>    ? cp::library::fft_float::float32
                                                                                    : cp::library::fft_float::float64;
/// The dtype of a transform's operand, as a library reads it, and of its result.
template <family Family, class T>
using input_of = std::conditional_t<Family == family::complex || Family == family::from_spectrum ||
                                        (Family == family::cosine && complex_floating<T>),
                                    complex<real_for<T>>, real_for<T>>;
template <family Family, class T>
using output_of = std::conditional_t<Family == family::complex || Family == family::to_spectrum ||
                                         (Family == family::cosine && complex_floating<T>),
                                     complex<real_for<T>>, real_for<T>>;

/// Which transform, along which axes.
template <int Axes>
struct settings {
  cp::library::fft_kind kind;
  bool inverse = false;    ///< the direction that norm::backward divides
  bool conjugate = false;  ///< of the complex side
  bool orthogonal = false;
  fft::norm norm = fft::norm::backward;
  int axis[Axes] = {};             ///< counted from the front
  std::int64_t extent[Axes] = {};  ///< or `as_operand`
};
/// The length of an axis that is as long as the operand's (or twice as long, to real numbers).
inline constexpr std::int64_t as_operand = INT64_MIN;

/// Whether an axis is named twice.
bool names_twice(int axes, int const* axis);
/// Throws value_error for an axis that is named twice, where that makes no sense.
void check_axes(char const* where, int axes, int const* axis);
/// Finds the lengths that are not given, and the result's shape. Throws value_error for lengths below 1.
void find_extents(char const* where, family f, cp::library::fft_kind kind, int axes, int const* axis,
                  std::int64_t* extent, int rank, std::int64_t const* from, std::int64_t* to);
/// The kind of a cosine (or sine) transform of a type, or of its inverse. Throws value_error for a type that is not 1
/// to 4.
cp::library::fft_kind cosine_kind(char const* where, int type, bool sine, bool inverse);

/// An array as the library takes it; a complex one as real numbers has an axis of the two parts behind the others.
template <int Rank>
struct untyped {
  index_array<Rank> shape, strides;
  void* data;
  template <class T, int R, class Space>
  explicit untyped(ndarray<T, R, Space> const& a) : data(a.data()) {
    constexpr int parts = Rank - R + 1;
    for (int i = 0; i < R; ++i) shape[i] = a.shape()[i], strides[i] = a.strides()[i] * parts;
    if constexpr (Rank > R) shape[R] = 2, strides[R] = 1;
  }
  operator strided() const { return {data, shape.value, strides.value}; }
};

/// A transform as an operation of a library (expr/library.hpp). `Scales`: there may be a factor; `Sized`: lengths are
/// given; `Sign`: of the exponent of a complex transform, where types know it.
template <label Name, family Family, class From, int Rank, int Axes, bool Scales, bool Sized, int Sign = 0>
struct transform_op {
  using value_type = output_of<Family, From>;
  using input = input_of<Family, From>;
  using real = real_for<From>;
  static constexpr int rank = Rank;
  static constexpr char const* qualified_name = Name.text;
  settings<Axes> with;
  /// Whether the pass that fills the operand scales it: of what 1 / n makes of numbers float16 loses the digits.
  static constexpr bool scales_operand = Scales && !std::is_same_v<real, float16>;
  /// Whether a kernel of rows may take it with what is around it (fft/rows.hpp); its sign; whether its terms are
  /// multiplied, and whether its operand may be cropped or padded.
  static constexpr bool on_rows = Family == family::complex && Sign != 0 && Axes == 1 && sizeof(real) >= 4;
  static constexpr int sign = Sign;
  static constexpr bool scales = Scales, sized = Sized;
  /// By what, where a row has `n` elements.
  real row_factor(std::int64_t n) const {
    return static_cast<real>(factor_of(with.kind, static_cast<int>(with.norm), with.inverse, 1, &n));
  }

  index_array<Rank> shape(index_array<Rank> const& from) const {
    index_array<Rank> to;
    settings<Axes> found = with;
    find_extents(qualified_name, Family, with.kind, Axes, with.axis, found.extent, Rank, from.value, to.value);
    return to;
  }

  template <class Space, class E>
  void run(ndarray<value_type, Rank, Space> const& to, E const& e) const {
    if constexpr (std::is_same_v<typename E::value_type, input> && (is_array<E> || expr::is_stage<E>)) {
      ndarray<input, Rank, Space> const a = eval(e);
      cp::detail::note_use_here(a);
      run_on(to, a, expr::is_stage<E>, true);
    } else if constexpr (is_work_behind_rows<E>) {
      // No kernel took the whole. Its transforms are computed alone, also where one might do more (fft(fft(a) * h,
      // axis<0>) has fft(a) * h in it): that would be a further kernel to compile wherever transforms lie in each
      // other.
      run(to, expr::without_stages(e));
    } else if (Sized && Axes > 1 && Family == family::complex && names_twice(Axes, with.axis)) {
      // Each transform along the axis crops or pads what the one before has made.
      auto const a = cp::detail::make_array<input, Rank, Space>(expr::shape_of(e), qualified_name);
      runtime::count_temporary();
      cp::detail::assign_elements(a, expr::cast_to<input>(expr::as_node(e)));
      run_on(to, a, true, true);
    } else {
      auto const from = expr::shape_of(e);
      index_array<Rank> result;
      settings<Axes> found = with;
      find_extents(qualified_name, Family, with.kind, Axes, with.axis, found.extent, Rank, from.value, result.value);
      index_array<Rank> need = from;
      if constexpr (Sized)
        for (int i = Axes; i-- > 0;)
          need[with.axis[i]] =
              Family == family::from_spectrum && i + 1 == Axes ? found.extent[i] / 2 + 1 : found.extent[i];
      if constexpr (Family == family::complex) {
        // In place, where the result is one run of memory.
        if (need == to.shape() && is_contiguous(to.shape(), to.strides())) {
          fill(to, from, found, e);
          return run_on(to, to, true, false);
        }
      }
      auto const a = cp::detail::make_array<input, Rank, Space>(need, qualified_name);
      runtime::count_temporary();
      fill(a, from, found, e);
      run_on(to, a, true, false);
    }
  }

 private:
  double factor(settings<Axes> const& found) const {
    if constexpr (!Scales) return 1;
    return factor_of(with.kind, static_cast<int>(with.norm), with.inverse, Axes, found.extent);
  }

  /// Stores the operand, cropped, padded, converted and scaled: one pass.
  template <class Space, class E>
  void fill(ndarray<input, Rank, Space> const& to, index_array<Rank> const& from, settings<Axes> const& found,
            E const& e) const {
    auto const store = [&](auto const& part, auto const& x) {
      auto node = expr::cast_to<input>(expr::as_node(x));
      if constexpr (scales_operand || Family == family::from_spectrum) {
        using factor_type = std::conditional_t<sizeof(real) == 2, float, real>;  // rounded once, with the product
        using number = expr::constant<factor_type, false>;
        auto const f = static_cast<factor_type>(scales_operand ? factor(found) : 1);
        bool const turned = with.conjugate && Family == family::from_spectrum;
        cp::detail::assign_elements(part, expr::map<scaled, decltype(node), number, number>(
                                              expr::make_arguments(node, number(f), number(turned ? -f : f))));
      } else {
        cp::detail::assign_elements(part, node);
      }
    };
    if constexpr (Sized) {
      index_array<Rank> clip;
      for (int i = 0; i < Rank; ++i) clip[i] = from[i] < to.shape()[i] ? from[i] : to.shape()[i];
      zero_behind(Space::kind, to.data(), sizeof(input), Rank, to.shape().value, clip.value);
      ndarray<input, Rank, Space> const part(to.memory(), to.data(), clip, to.strides());
      store(part, cp::detail::view_of<Rank>(e, [&](auto const&, auto const& strides) {
              return cp::detail::mapping<Rank>{0, clip, strides};
            }));
    } else {
      store(to, e);
    }
  }

  /// The transform of an array; what `fill` does already is left to it where the operand is the user's.
  template <class Space>
  void run_on(ndarray<value_type, Rank, Space> const& to, ndarray<input, Rank, Space> const& a, bool scratch,
              bool as_it_was) const {
    constexpr bool parts = Family == family::cosine && complex_floating<input>;
    settings<Axes> found = with;
    index_array<Rank> result;
    // The operand's own lengths, but for those that are given.
    find_extents(qualified_name, Family, with.kind, Axes, with.axis, found.extent, Rank, a.shape().value, result.value);
    cp::detail::note_use_here(to);
    job j{};
    j.memory = Space::kind;
    j.kind = with.kind;
    j.real = float_id<real>;
    j.rank = parts ? Rank + 1 : Rank;
    j.axes = Axes;
    j.axis = found.axis;
    j.extent = found.extent;
    j.factor = as_it_was || !scales_operand ? factor(found) : 1;
    j.conjugate = with.conjugate && (as_it_was || Family == family::to_spectrum);
    j.orthogonal = with.orthogonal;
    j.scratch = scratch;
    if constexpr (Family == family::packed || Family == family::unpacked) {
      run_packed(to, a, j, found.extent[0]);
    } else {
      constexpr int all = parts ? Rank + 1 : Rank;
      untyped<all> const in(a), out(to);
      j.in = in;
      j.out = out;
      transform(j);
    }
  }

  /// fftpack's real arrays: through the half spectrum.
  template <class Space>
  void run_packed(ndarray<real, Rank, Space> const& to, ndarray<real, Rank, Space> const& a, job& j,
                  std::int64_t n) const {
    int const axis = with.axis[0];
    index_array<Rank> shape = to.shape();
    shape[axis] = n / 2 + 1;
    auto const half = cp::detail::make_array<complex<real>, Rank, Space>(shape, qualified_name);
    runtime::count_temporary();
    untyped<Rank> const in(a), out(to), spectrum(half);
    if constexpr (Family == family::packed) {
      j.in = in;
      j.out = spectrum;
      transform(j);
      pack(Space::kind, j.real, Rank, axis, spectrum, out, 1);
    } else {
      unpack(Space::kind, j.real, Rank, axis, in, spectrum, n, j.factor);
      j.in = spectrum;
      j.out = out;
      j.factor = 1;
      j.scratch = true;
      transform(j);
    }
  }
};

template <class Option>
constexpr int axes_named = 0;
template <int... I>
constexpr int axes_named<axis_list<I...>> = sizeof...(I);
template <int Axes>
constexpr int axes_named<fft::axes_t<Axes>> = Axes;
template <class Option>
constexpr int lengths_given = 0;
template <>
inline constexpr int lengths_given<fft::n_t> = 1;
template <int Axes>
constexpr int lengths_given<fft::s_t<Axes>> = Axes;

/// How many options of a call are of a kind.
template <class Wanted, class... Option>
constexpr int times = (0 + ... + std::is_same_v<Wanted, Option>);

/// Which axes a function takes where it is not told: its last one, its last two, all.
enum class axes_by_default : unsigned char { one, two, all };

template <int Axes, int Rank>
void read(settings<Axes>& s, char const*, fft::n_t const& option) {
  s.extent[0] = option.value;
}
template <int Axes, int Rank>
void read(settings<Axes>& s, char const*, fft::s_t<Axes> const& option) {
  for (int i = 0; i < Axes; ++i) s.extent[i] = option.value[i] == -1 ? as_operand : option.value[i];
}
template <int Axes, int Rank>
void read(settings<Axes>& s, char const* where, fft::axes_t<Axes> const& option) {
  for (int i = 0; i < Axes; ++i) s.axis[i] = normalize_axis(option.value[i], Rank, where);
}
template <int Axes, int Rank, int... I>
void read(settings<Axes>& s, char const*, axis_list<I...>) {
  static_assert(((I >= -Rank && I < Rank) && ...), "cp::fft: the axis is out of bounds");
  int i = 0;
  ((s.axis[i++] = I < 0 ? I + Rank : I), ...);
}
template <int Axes, int Rank>
void read(settings<Axes>& s, char const*, fft::norm option) {
  s.norm = option;
  s.orthogonal = option == fft::norm::ortho;
}
template <int Axes, int Rank>
void read(settings<Axes>&, char const*, fft::type_t) {}
template <int Axes, int Rank>
void read(settings<Axes>&, char const*, fft::orthogonalize_t) {}

/// What one function is.
struct function {
  family which;
  cp::library::fft_kind kind;
  bool inverse = false;
  bool conjugate = false;
  axes_by_default axes = axes_by_default::one;
  bool sine = false;
};

template <label Name, function What, class X, class... Option>
auto make(X&& x, Option const&... option) {
  using node = decltype(expr::as_node(std::forward<X>(x)));
  using from = typename node::value_type;
  constexpr int rank = node::rank;
  constexpr bool cosine = What.which == family::cosine;
  static_assert(
      number<from> || (half_complex<from> && (What.which == family::complex || What.which == family::from_spectrum)),
      "cp::fft: the operand must be an array of numbers (complex<float16> and complex<bfloat16>: of a transform that "
      "takes complex ones)");
  static_assert(
      (What.which != family::to_spectrum && What.which != family::packed && What.which != family::unpacked) ||
          !complex_floating<from>,
      "cp::fft: this transform takes real numbers; fft takes complex ones, and cp::real(x) gives the real part");
  static_assert(rank >= 1, "cp::fft: a transform needs an operand of at least one axis");
  static_assert((!std::is_integral_v<Option> && ...),
                "cp::fft: say what a number is: cp::fft::n(64) a length, cp::axis<0> or cp::fft::axes(0) an axis");
  constexpr int named = (0 + ... + axes_named<Option>), lengths = (0 + ... + lengths_given<Option>);
  constexpr int others =
      times<fft::norm, Option...> + times<fft::type_t, Option...> + times<fft::orthogonalize_t, Option...>;
  static_assert(
      sizeof...(Option) == (0 + ... + (axes_named<Option> > 0)) + (0 + ... + (lengths_given<Option> > 0)) + others,
      "cp::fft: a transform takes cp::fft::n or cp::fft::s, cp::axis<...> or cp::fft::axes, and a cp::fft::norm "
      "(cosine and "
      "sine transforms also cp::fft::type<2> and cp::fft::orthogonalize)");
  static_assert((0 + ... + (axes_named<Option> > 0)) <= 1 && (0 + ... + (lengths_given<Option> > 0)) <= 1 &&
                    times<fft::norm, Option...> <= 1 && times<fft::type_t, Option...> <= 1 &&
                    times<fft::orthogonalize_t, Option...> <= 1,
                "cp::fft: an option is given twice");
  static_assert(cosine || times<fft::type_t, Option...> + times<fft::orthogonalize_t, Option...> == 0,
                "cp::fft: only cosine and sine transforms take a type and cp::fft::orthogonalize");
  static_assert(named == 0 || lengths == 0 || named == lengths, "cp::fft: lengths and axes differ in number");
  static_assert(What.axes != axes_by_default::one || (named <= 1 && lengths <= 1),
                "cp::fft: this transform has one axis; fftn and its like take several");
  constexpr int axes = named > 0                           ? named
                       : lengths > 0                       ? lengths
                       : What.axes == axes_by_default::all ? rank
                       : What.axes == axes_by_default::two ? 2
                                                           : 1;
  static_assert(named > 0 || axes <= rank, "cp::fft: the operand has fewer axes than the transform");
  constexpr bool scales = What.inverse || times < fft::norm, Option... >> 0;

  settings<axes> s{What.kind, What.inverse, What.conjugate};
  for (int i = 0; i < axes; ++i) s.axis[i] = named > 0 ? 0 : rank - axes + i, s.extent[i] = as_operand;
  (read<axes, rank>(s, Name.text, option), ...);
  if constexpr (cosine) {
    int type = 2;
    [[maybe_unused]] auto const take = [&](auto const& o) {
      if constexpr (std::is_same_v<decltype(o), fft::type_t const&>) type = o.value;
      if constexpr (std::is_same_v<decltype(o), fft::orthogonalize_t const&>) s.orthogonal = o.value;
    };
    (take(option), ...);
    s.kind = cosine_kind(Name.text, type, What.sine, What.inverse);
  }
  if constexpr (What.which != family::complex && axes > 1) check_axes(Name.text, axes, s.axis);
  constexpr int sign = What.which != family::complex ? 0 : What.kind == cp::library::fft_kind::forward ? -1 : 1;
  using op = transform_op<Name, What.which, from, rank, axes, scales, (lengths > 0), sign>;
  return expr::library_node(op{s}, expr::as_node(std::forward<X>(x)));
}

}  // namespace cp::fft::detail
