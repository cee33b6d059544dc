// Elements where a mask is true: written in one kernel, read once their number is known.
#pragma once

#include <cstdint>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/ufunc.hpp>
#include <fuse/ops/manipulation.hpp>
#include <fuse/ops/picking.hpp>
#include <fuse/ops/places.hpp>
#include <fuse/ops/scatter.hpp>
#include <fuse/ops/selection.hpp>
#include <tuple>
#include <type_traits>

namespace cp {

namespace detail {

/// Throws shape_error: as many values are needed as a mask has true places.
[[noreturn]] void throw_mask_values(std::int64_t values, std::int64_t places);

}  // namespace detail

/// What `a(mask)` and `cp::masked(a, mask)` give. Assigning to it writes where the mask is true, in one kernel. Read,
/// it is the elements there, in C order, as an axis in the place of the mask's: reading waits once, for their number.
///
/// `Trailing` axes of the array stand behind those of the mask, and the others before them; -1: the mask broadcasts.
template <class Array, class Mask, int Trailing>
class masked_array : public expression_tag, public array_methods<masked_array<Array, Mask, Trailing>> {
  static constexpr bool broadcasts = Trailing < 0;
  static constexpr int trailing = broadcasts ? 0 : Trailing, masked = broadcasts ? Array::rank : Mask::rank;
  static constexpr int leading = Array::rank - masked - trailing;

 public:
  /// The array's element type.
  using value_type = typename Array::value_type;
  /// Where the array is.
  using space = typename Array::space;
  /// Axes of what is read.
  static constexpr int rank = leading + 1 + trailing;
  /// It decides dtypes, as the array does.
  static constexpr bool weak = false;
  /// A variable that holds it is written too.
  static constexpr bool updates_by_name = true;

  /// The elements of an array where a mask is true.
  masked_array(Array a, Mask m) : array_(std::move(a)), mask_(std::move(m)) {}

  /// Writes x there: a number; values that broadcast to what reading would give, for whose number it waits where they
  /// are several (throws shape_error for another number); or an array of the whole's shape, of which it takes the
  /// elements where the mask is true. Of cp::masked: what broadcasts to the array.
  void operator=(masked_array const& x) const { *this = x.settled(); }
  /// The same.
  template <operand X>
  void operator=(X const& x) const {
    write([](auto const&, auto const& y) { return y; }, x);
  }
  /// What `a(mask) += x` does: x is as in an assignment.
  template <class Op, class X>
  void update(Op const& op, X const& x) const {
    write([&](auto const& a, auto const& y) { return op(a, y); }, x);
  }

  /// The elements, as an array where the mask picks from all axes, else as an expression: waits, once, for their
  /// number.
  auto settled() const {
    if constexpr (broadcasts) {
      return detail::chosen(array_, broadcast_to(mask_, array_.shape()), "cp::masked");
    } else if constexpr (masked == Array::rank) {
      return detail::chosen(array_, mask_, "cp::ndarray: a mask");
    } else {
      auto const a = mask_first();
      index_array<1 + leading + trailing> shape;
      shape[0] = 1;
      for (int k = 0; k < masked; ++k) shape[0] *= a.shape()[k];
      for (int k = 1; k < shape.size(); ++k) shape[k] = a.shape()[masked + k - 1];
      return detail::pick<false>(reshape(a, shape), leading, places());
    }
  }
  /// The elements' shape; waits as reading does.
  auto shape() const { return expr::shape_of(settled()); }
  /// How many elements; waits as reading does.
  std::int64_t size() const { return size_of(shape()); }
  /// A view of the elements, or what indices pick of them; waits as reading does.
  template <class... Index>
  auto operator()(Index const&... index) const {
    return eval(settled())(index...);
  }
  /// The elements with their axes in reverse order; waits as reading does.
  auto T() const { return settled().T(); }
  /// The only element.
  auto item() const { return eval(settled()).item(); }

 private:
  /// The array with the mask's axes in front.
  Array mask_first() const {
    int order[Array::rank];
    for (int k = 0; k < Array::rank; ++k) order[k] = k < masked ? leading + k : k < masked + leading ? k - masked : k;
    return detail::in_axes_order(array_, order);
  }
  auto places() const { return detail::true_places(mask_, "cp::ndarray: a mask"); }
  /// The mask with axes for those that stand behind its own.
  auto mask() const { return detail::index_among<masked + trailing>(mask_, masked); }

  template <class F>
  void choose(F const& value) const {
    using T = value_type;
    auto node = expr::as_node(value);
    static_assert(decltype(node)::weak || detail::same_kind<T, typename decltype(node)::value_type>,
                  "cp: this masked assignment would change the kind of number (float to int, ...); say so with "
                  "cp::astype<T>(expr)");
    if constexpr (broadcasts)
      detail::assign_elements(array_, where(mask_, expr::cast_to<T>(std::move(node)), array_));
    else
      detail::assign_elements(array_, where(mask(), expr::cast_to<T>(std::move(node)), array_));
  }
  template <class Op, class X>
  void write(Op const& op, X const& x) const {
    if constexpr (settles<X>) {
      write(op, x.settled());
    } else if constexpr (!expression<X>) {
      choose(op(array_, x));
    } else if constexpr (broadcasts || X::rank <= trailing) {
      choose(op(array_, x));
    } else {
      auto const own = expr::shape_of(x);
      if constexpr (X::rank == Array::rank)
        if (own == array_.shape()) return choose(op(array_, x));
      static_assert(X::rank <= rank || X::rank == Array::rank,
                    "cp: what is assigned to a(mask) has more axes than its elements");
      if constexpr (X::rank <= rank) {
        constexpr int values = X::rank - 1 - trailing;  // the axis of x that counts the mask's places
        if (own[values] == 1) return choose(op(array_, along_mask<values>(x)));
        store(op, x, own[values]);
      } else {
        detail::throw_shape("cp::ndarray: assignment to a(mask)", "the values' shape must be the array's; these are",
                            own.value, X::rank, array_.shape().value, Array::rank);
      }
    }
  }
  /// x with as many axes as the mask has in the place of one of extent 1.
  template <int Axis, class X>
  static auto along_mask(X const& x) {
    return detail::view_of<X::rank - 1 + masked>(x, [](auto const& shape, auto const& strides) {
      detail::mapping<X::rank - 1 + masked> m;
      for (int k = 0; k < X::rank - 1 + masked; ++k) {
        int const from = k < Axis ? k : k < Axis + masked ? Axis : k - masked + 1;
        m.shape[k] = shape[from], m.strides[k] = from == Axis ? 0 : strides[from];
      }
      return m;
    });
  }
  /// Values that are counted.
  template <class Op, class X>
  void store(Op const& op, X const& x, std::int64_t count) const {
    auto const where_true = places();
    if (where_true.size() != count) detail::throw_mask_values(count, where_true.size());
    auto const a = mask_first();
    expr::check_writable(a, "cp::ndarray: assignment to a(mask)");
    if (count == 0 || a.size() == 0) return;
    // Places are keys where the mask's axes are one axis in memory; what lies otherwise is changed in a copy.
    std::int64_t step = 0, total = 1;
    for (int k = 0; k < masked; ++k) total *= a.shape()[k];
    bool const joined = detail::reshape_strides(masked, a.shape().value, a.strides().value, 1, &total, &step);
    auto const target = joined ? a : a.copy();
    if (!joined) step = target.strides()[masked - 1];
    index_array<rank> from, strides, shape;
    from[0] = total, strides[0] = step, shape[leading] = count;
    for (int k = 1; k < rank; ++k) {
      from[k] = target.shape()[masked + k - 1], strides[k] = target.strides()[masked + k - 1];
      shape[k <= leading ? k - 1 : k] = from[k];
    }
    ndarray<value_type, rank, space> const flat(target.memory(), target.data(), from, strides);
    detail::store_at_keys<1>(flat, leading, shape, where_true, {total, 0, step}, true,
                             op(detail::pick<false>(flat, leading, where_true), x));
    if (!joined) detail::assign_elements(a, target);
  }

  Array array_;
  Mask mask_;
};

/// The elements of `a` where `mask` (a boolean expression that broadcasts to its shape) is true, to be written:
/// `cp::masked(a, a < 0) = 0`.
template <array_type A, expression M>
[[nodiscard]] auto masked(A const& a, M const& mask) {
  static_assert(boolean<typename M::value_type>, "cp: a mask must be boolean");
  static_assert(M::rank <= A::rank, "cp::masked: the mask has more axes than the array");
  return masked_array<A, M, -1>(a, mask);
}

}  // namespace cp
