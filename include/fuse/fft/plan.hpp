// Transforms that are prepared before their first run: CuPy's plan objects.
#pragma once

#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/fft/nodes.hpp>
#include <type_traits>

namespace cp::fft {

/// What a plan's transforms read and write: complex numbers (C2C), real numbers and their half spectrum (R2C), or that and
/// real numbers (C2R).
enum class transform_type : unsigned char { C2C, R2C, C2R };

/// Which way a plan transforms.
enum class direction : unsigned char { forward, inverse };

/// A transform of arrays of one shape and dtype, whose library plans are made: its runs on arrays in C order make none, as
/// long as the cache holds them. Results have no factor, whichever direction.
template <transform_type Type, class T, int Rank, int Axes, class Space>
class plan {
 public:
  /// What both sides are.
  static constexpr fourier::family family = Type == transform_type::C2C   ? fourier::family::complex
                                            : Type == transform_type::R2C ? fourier::family::to_spectrum
                                                                          : fourier::family::from_spectrum;
  using input = fourier::input_of<family, T>;    ///< dtype of what it reads
  using output = fourier::output_of<family, T>;  ///< dtype of what it writes

  /// Of settings, for operands of a shape.
  plan(fourier::settings<Axes> const& with, index_array<Rank> const& shape)
      : forward_{with}, inverse_{with}, shape_(shape) {
    if constexpr (Type == transform_type::C2C) {
      forward_.with.kind = runtime::fft_kind::forward;
      inverse_.with.kind = runtime::fft_kind::backward;
    }
    prepare(forward_);
    if constexpr (Type == transform_type::C2C) prepare(inverse_);
  }

  /// The shape of its operands.
  index_array<Rank> const& shape() const { return shape_; }
  /// A new array for the transform of `a`, whose elements are not set. Throws shape_error for an operand of another shape.
  [[nodiscard]] ndarray<output, Rank, Space> get_output_array(ndarray<input, Rank, Space> const& a) const {
    check_input(a);
    return detail::make_array<output, Rank, Space>(forward_.shape(shape_), "cp::fft::plan");
  }
  /// Throws shape_error where `a` is no operand of this plan, or `out` cannot take its transform.
  void check_output_array(ndarray<input, Rank, Space> const& a, ndarray<output, Rank, Space> const& out) const {
    check_input(a);
    auto const result = forward_.shape(shape_);
    if (!(out.shape() == result))
      detail::throw_shape("cp::fft::plan", "the transform and the array for it differ in shape:", result.value, Rank,
                          out.shape().value, Rank);
  }
  /// Stores the transform of `a` into `out`, which shares no memory with it (but may be `a` of a C2C transform). Throws
  /// shape_error; value_error for the inverse of an R2C and the forward direction of a C2R transform.
  void fft(ndarray<input, Rank, Space> const& a, ndarray<output, Rank, Space> const& out,
           fft::direction way = Type == transform_type::C2R ? direction::inverse : direction::forward) const {
    check_output_array(a, out);
    if (Type != transform_type::C2C && (way == direction::inverse) != (Type == transform_type::C2R))
      throw value_error("cp::fft::plan: an R2C transform is forward, a C2R one inverse");
    out(all) = expr::library_node(way == direction::inverse ? inverse_ : forward_, a);
  }

 private:
  using op = fourier::transform_op<"cp::fft::plan", family, T, Rank, Axes, false, true>;

  void check_input(ndarray<input, Rank, Space> const& a) const {
    if (!(a.shape() == shape_))
      detail::throw_shape("cp::fft::plan", "the plan's and the operand's shape differ:", shape_.value, Rank,
                          a.shape().value, Rank);
  }
  void prepare(op const& o) const {
    auto extent = o.with;
    index_array<Rank> result;
    fourier::find_extents("cp::fft::get_fft_plan", family, o.with.kind, Axes, o.with.axis, extent.extent, Rank,
                          shape_.value, result.value);
    index_array<Rank> const none;
    fourier::job j{};
    j.memory = Space::kind;
    j.kind = o.with.kind;
    j.wide = sizeof(fourier::real_for<T>) == 8;
    j.rank = Rank;
    j.axes = Axes;
    j.axis = extent.axis;
    j.extent = extent.extent;
    j.in = {nullptr, shape_.value, none.value};
    j.out = {nullptr, result.value, none.value};
    fourier::prepare(j);
  }

  op forward_, inverse_;
  index_array<Rank> shape_;
};

/// Prepares transforms of arrays like `a`, with the options of cp::fft::fftn but a norm: along the last axis, or those
/// that are named. `get_fft_plan<cp::fft::transform_type::R2C>(a)` prepares another kind than C2C.
///
/// throws   as cp::fft::fftn, at once
/// numpy    cupyx.scipy.fft.get_fft_plan
template <transform_type Type = transform_type::C2C, array_type A, class... Option>
[[nodiscard]] auto get_fft_plan(A const& a, Option const&... option) {
  constexpr auto which = Type == transform_type::C2C   ? fourier::family::complex
                         : Type == transform_type::R2C ? fourier::family::to_spectrum
                                                       : fourier::family::from_spectrum;
  constexpr auto kind = Type == transform_type::C2C   ? runtime::fft_kind::forward
                        : Type == transform_type::R2C ? runtime::fft_kind::real_forward
                                                      : runtime::fft_kind::real_backward;
  using T = typename A::value_type;
  static_assert((!std::is_same_v<Option, norm> && ...),
                "cp::fft: a plan's transforms have no factor, and take no norm");
  static_assert(
      std::is_same_v<T, fourier::input_of<which, T>>,
      "cp::fft: a plan is for arrays that the library reads as they are: complex64 and complex128, or, R2C, float32 "
      "and float64");
  constexpr int named = (0 + ... + fourier::axes_named<Option>), lengths = (0 + ... + fourier::lengths_given<Option>);
  constexpr auto axes = named + lengths > 0 ? fourier::axes_by_default::all : fourier::axes_by_default::one;
  auto const node =
      fourier::make<"cp::fft::get_fft_plan", fourier::function{.which = which, .kind = kind, .axes = axes}>(a,
                                                                                                            option...);
  return plan<Type, T, A::rank, sizeof(node.with.with.axis) / sizeof(int), typename A::space>(node.with.with,
                                                                                              a.shape());
}

}  // namespace cp::fft
