// Transforms that are prepared before their first run: CuPy's plan objects.
#pragma once

#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/fft/nodes.hpp>
#include <fuse/fft/plan_cache.hpp>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace cp::fft {

/// Which way a plan transforms.
enum class direction : unsigned char { forward, inverse };

/// What a library has prepared for a transform; copies share it.
class prepared_plans {
 public:
  /// Nothing.
  prepared_plans() = default;
  /// Of a set of the library's plans.
  explicit prepared_plans(std::shared_ptr<cp::library::fft_plan_set> set) : set_(std::move(set)) {}
  /// Whether there is something.
  explicit operator bool() const { return set_ != nullptr; }
  /// How many plans of the library these are: several where one cannot transform all axes, or both directions.
  [[nodiscard]] std::int64_t size() const { return set_ == nullptr ? 0 : cp::library::count_plans(*set_); }
  /// Whether both are the same plan's.
  friend bool operator==(prepared_plans const&, prepared_plans const&) = default;

 private:
  friend class use_plan;
  std::shared_ptr<cp::library::fft_plan_set> set_;
};

/// The plan that this thread's transforms look at first, or nothing: see cp::fft::use_plan.
///
/// numpy    cupy.cuda.cufft.get_current_plan
[[nodiscard]] inline prepared_plans get_current_plan() { return prepared_plans(cp::library::current_fft_plans()); }

/// For a scope, this thread's transforms take the plans of a cp::fft::plan where they fit, whatever the cache has
/// dropped; others go on by the cache. (In CuPy, `with plan:`, where those that do not fit throw.)
class use_plan {
 public:
  /// Of a plan.
  template <class Plan>
  requires requires(Plan const& p) { p.prepared(); }
  explicit use_plan(Plan const& plan)
      : before_(std::exchange(cp::library::current_fft_plans(), plan.prepared().set_)) {}
  ~use_plan() { cp::library::current_fft_plans() = std::move(before_); }
  use_plan(use_plan const&) = delete;
  use_plan& operator=(use_plan const&) = delete;

 private:
  std::shared_ptr<cp::library::fft_plan_set> before_;
};

/// A transform of arrays of one shape and dtype, whose library plans are made, and kept as long as it lives: its runs
/// on arrays in C order make none. Results have no factor, whichever direction. Copies share the plans.
///
/// dtype    what the library reads as it is: float32 and float64, float16 and bfloat16, and complex numbers of these
///          (`cp::complex<cp::float16>`; cp::astype converts). 16-bit numbers are transformed as such where cuFFT can:
///          lengths that are powers of two, the real side of R2C and C2R transforms without strides, fewer than 2^32
///          elements; everything else, and all on the host, in float32 between two conversions
/// error    of 16-bit numbers about 2^-11 (float16) or 2^-8 (bfloat16) a stage. In float16 what grows above 65504 is
///          infinite, on the way too: a plan has no factor. (Functions with a factor, as cp::fft::ifft, transform
///          float16 in float32 whatever the length, so that only a result above 65504 is infinite)
template <transform_type Type, class T, int Rank, int Axes, class Space>
class plan {
  // Real numbers of 16 bits stay so: by the complex type of them.
  using from = std::conditional_t<std::is_same_v<T, float16> || std::is_same_v<T, bfloat16>, complex<T>, T>;

 public:
  /// What both sides are.
  static constexpr fft::detail::family family = Type == transform_type::C2C   ? fft::detail::family::complex
                                                : Type == transform_type::R2C ? fft::detail::family::to_spectrum
                                                                              : fft::detail::family::from_spectrum;
  using input = fft::detail::input_of<family, from>;    ///< dtype of what it reads
  using output = fft::detail::output_of<family, from>;  ///< dtype of what it writes

  /// Of settings, for operands of a shape. Without `make`, of what the caches hold.
  plan(fft::detail::settings<Axes> const& with, index_array<Rank> const& shape, bool make = true)
      : forward_{with}, inverse_{with}, shape_(shape), set_(cp::library::make_fft_plan_set()) {
    if constexpr (Type == transform_type::C2C) {
      forward_.with.kind = cp::library::fft_kind::forward;
      inverse_.with.kind = cp::library::fft_kind::backward;
    }
    complete_ = prepare(forward_, make);
    if constexpr (Type == transform_type::C2C) complete_ = complete_ && prepare(inverse_, make);
  }
  /// Whether all plans were there, or made.
  [[nodiscard]] bool complete() const { return complete_; }

  /// The shape of its operands.
  index_array<Rank> const& shape() const { return shape_; }
  /// A new array for the transform of `a`, whose elements are not set. Throws shape_error for an operand of another
  /// shape.
  [[nodiscard]] ndarray<output, Rank, Space> get_output_array(ndarray<input, Rank, Space> const& a) const {
    check_input(a);
    return cp::detail::make_array<output, Rank, Space>(forward_.shape(shape_), "cp::fft::plan");
  }
  /// Throws shape_error where `a` is no operand of this plan, or `out` cannot take its transform.
  void check_output_array(ndarray<input, Rank, Space> const& a, ndarray<output, Rank, Space> const& out) const {
    check_input(a);
    auto const result = forward_.shape(shape_);
    if (!(out.shape() == result))
      cp::detail::throw_shape("cp::fft::plan", "the transform and the array for it differ in shape:", result.value,
                              Rank, out.shape().value, Rank);
  }
  /// Stores the transform of `a` into `out`, which shares no memory with it (but may be `a` of a C2C transform). Throws
  /// shape_error; value_error for the inverse of an R2C and the forward direction of a C2R transform.
  void fft(ndarray<input, Rank, Space> const& a, ndarray<output, Rank, Space> const& out,
           fft::direction way = Type == transform_type::C2R ? direction::inverse : direction::forward) const {
    check_output_array(a, out);
    if (Type != transform_type::C2C && (way == direction::inverse) != (Type == transform_type::C2R))
      throw value_error("cp::fft::plan: an R2C transform is forward, a C2R one inverse");
    use_plan const these(*this);
    out(all) = expr::library_node(way == direction::inverse ? inverse_ : forward_, a);
  }
  /// The library's plans.
  [[nodiscard]] prepared_plans prepared() const { return prepared_plans(set_); }

 private:
  using op = fft::detail::transform_op<"cp::fft::plan", family, from, Rank, Axes, false, true>;

  void check_input(ndarray<input, Rank, Space> const& a) const {
    if (!(a.shape() == shape_))
      cp::detail::throw_shape("cp::fft::plan", "the plan's and the operand's shape differ:", shape_.value, Rank,
                              a.shape().value, Rank);
  }
  bool prepare(op const& o, bool make) const {
    auto extent = o.with;
    index_array<Rank> result;
    fft::detail::find_extents("cp::fft::get_fft_plan", family, o.with.kind, Axes, o.with.axis, extent.extent, Rank,
                              shape_.value, result.value);
    index_array<Rank> const none;
    fft::detail::job j{};
    j.memory = Space::kind;
    j.kind = o.with.kind;
    j.real = fft::detail::float_id<fft::detail::real_for<from>>;
    j.rank = Rank;
    j.axes = Axes;
    j.axis = extent.axis;
    j.extent = extent.extent;
    j.in = {nullptr, shape_.value, none.value};
    j.out = {nullptr, result.value, none.value};
    return fft::detail::prepare(j, *set_, make);
  }

  op forward_, inverse_;
  index_array<Rank> shape_;
  std::shared_ptr<cp::library::fft_plan_set> set_;
  bool complete_ = true;
};

}  // namespace cp::fft

namespace cp::fft::detail {

template <fft::transform_type Type, array_type A, class... Option>
auto make_plan(bool make_it, A const& a, Option const&... option) {
  using enum fft::transform_type;
  constexpr auto which = Type == C2C ? family::complex : Type == R2C ? family::to_spectrum : family::from_spectrum;
  constexpr auto kind = Type == C2C   ? cp::library::fft_kind::forward
                        : Type == R2C ? cp::library::fft_kind::real_forward
                                      : cp::library::fft_kind::real_backward;
  static_assert((!std::is_same_v<Option, fft::norm> && ...),
                "cp::fft: a plan's transforms have no factor, and take no norm");
  constexpr int named = (0 + ... + axes_named<Option>), lengths = (0 + ... + lengths_given<Option>);
  constexpr auto axes = named + lengths > 0 ? axes_by_default::all : axes_by_default::one;
  auto const node = make<"cp::fft::get_fft_plan", function{.which = which, .kind = kind, .axes = axes}>(a, option...);
  using plan =
      fft::plan<Type, typename A::value_type, A::rank, sizeof(node.with.with.axis) / sizeof(int), typename A::space>;
  static_assert(
      std::is_same_v<typename A::value_type, typename plan::input>,
      "cp::fft: a plan is for arrays that the library reads as they are: complex64, complex128, complex<float16>, "
      "complex<bfloat16>, or, R2C, float32, float64, float16, bfloat16");
  return plan(node.with.with, a.shape(), make_it);
}

}  // namespace cp::fft::detail

namespace cp::fft {

/// Prepares transforms of arrays like `a`, with the options of cp::fft::fftn but a norm: along the last axis, or those
/// that are named. `get_fft_plan<cp::fft::transform_type::R2C>(a)` prepares another kind than C2C.
///
/// throws   as cp::fft::fftn, at once
/// numpy    cupyx.scipy.fft.get_fft_plan
template <transform_type Type = transform_type::C2C, array_type A, class... Option>
[[nodiscard]] auto get_fft_plan(A const& a, Option const&... option) {
  return fft::detail::make_plan<Type>(true, a, option...);
}

template <transform_type Type, class A, class... Option>
auto plan_cache::get(A const& a, Option const&... option) const {
  using plan = decltype(fft::detail::make_plan<Type>(false, a, option...));
  int const device = A::space::kind == memory_kind::device ? cuda::current_device() : -1;
  if (device != device_) return std::optional<plan>();
  std::optional<plan> found = fft::detail::make_plan<Type>(false, a, option...);
  if (!found->complete()) found.reset();
  return found;
}

}  // namespace cp::fft
