// Kernels of the user's own: scalar functors on elements (cp::elementwise) and __global__ functions on arrays
// (cp::launch).
#pragma once

#include <cstdint>
#include <fuse/expr/evaluate.hpp>
#include <fuse/expr/ufunc.hpp>
#include <type_traits>
#include <utility>

namespace cp {

namespace detail {
/// Whether a function object may travel to a kernel byte by byte. nvcc wraps a lambda of CP_LAMBDA in a class that is
/// not trivially copyable on the host, but whose bytes are what the device needs.
template <class F>
constexpr bool travels = std::is_trivially_copyable_v<F>
#if FUSE_NVCC && defined(__CUDACC_EXTENDED_LAMBDA__)
                         || __nv_is_extended_host_device_lambda_closure_type(F) ||
                         __nv_is_extended_device_lambda_closure_type(F)
#endif
    ;
}  // namespace detail

namespace detail {
// Defined in ops/ordered_folds.hpp.
template <class F>
struct ordered_by;
}  // namespace detail

/// An elementwise function made of a scalar functor: see cp::elementwise.
template <class F>
class elementwise_function {
 public:
  /// Of a scalar function.
  constexpr explicit elementwise_function(F f) : f_(std::move(f)) {}

  /// Applies it to each element of the operands, which broadcast. Operands keep their dtypes; C++ numbers keep their
  /// types. Lazy: fuses with what is around it.
  template <operand... X>
  requires detail::any_expression<X...>
  [[nodiscard]] constexpr auto operator()(X&&... x) const { return make(expr::as_node(std::forward<X>(x))...); }

  /// Folds an axis, the first or one of the options, by the function of two elements, from the left: f(f(a, b), c).
  /// Evaluated now, by one thread a result; what is associative folds faster by cp::reduction and cp::scan.
  ///
  /// options  cp::axis<1> or one integer, cp::keepdims, cp::initial(x), cp::where(mask) beside it
  /// dtype    x's
  /// throws   value_error where there are no elements and no initial value
  /// numpy    numpy.frompyfunc(f, 2, 1).reduce
  template <expression X, class... Option>
  [[nodiscard]] auto reduce(X const& x, Option const&... option) const {
    return detail::ordered_by<F>::reduce(f_, x, option...);
  }
  /// What the function has made of the elements so far along an axis (the first, if none is given), from the left, as
  /// `reduce`.
  ///
  /// numpy    numpy.frompyfunc(f, 2, 1).accumulate
  template <expression X, class... Axis>
  [[nodiscard]] auto accumulate(X const& x, Axis const&... axis) const {
    return detail::ordered_by<F>::accumulate(f_, x, axis...);
  }

 private:
  template <class... N>
  constexpr auto make(N... node) const {
    static_assert(std::is_invocable_v<F const&, typename N::value_type...>,
                  "cp::elementwise: the function cannot be called with the operands' element types");
    static_assert(!std::is_void_v<std::invoke_result_t<F const&, typename N::value_type...>>,
                  "cp::elementwise: the function must return a value");
    return expr::call<F, N...>(f_, expr::make_arguments(std::move(node)...));
  }
  F f_;
};

/// Makes an elementwise function of a scalar one, with loops, branches and captured values:
/// `cp::elementwise(CP_LAMBDA(float x) { ... })`. The function object travels to the kernel by value, so it must be
/// trivially copyable; on the device its operator() must be __device__ (CP_LAMBDA sees to that).
///
/// On the host it may throw, for arrays of any size: the statement that runs the kernel throws the first exception that
/// a thread met. The function has been called for other elements too, and what is in the memory that was to be written
/// is not specified; `y = ...` that makes new data leaves y as it was. The operators and conversions of an element type
/// of your own may throw likewise.
template <class F>
[[nodiscard]] constexpr auto elementwise(F f) {
  static_assert(
      std::is_class_v<F>,
      "cp::elementwise takes a function object or a lambda (CP_LAMBDA(float x) { ... }), not a function pointer");
  static_assert(detail::travels<F>,
                "cp::elementwise: the function is copied to the device, so what it captures must be trivially copyable "
                "(no arrays, no std::vector)");
  return elementwise_function<F>(std::move(f));
}

/// What a kernel of the user's own gets for an array: a pointer, shape and strides (elements), indexable.
template <class T, int Rank>
struct array_view {
  /// Element (0, 0, ...).
  T* data;
  /// Extents of the axes.
  std::int64_t shape[Rank == 0 ? 1 : Rank];
  /// Steps along the axes, in elements.
  std::int64_t strides[Rank == 0 ? 1 : Rank];

  /// The element at these indices; no bounds are checked.
  template <class... I>
  FUSE_HD T& operator()(I... index) const {
    static_assert(sizeof...(I) == Rank, "cp::array_view: one index for each axis");
    std::int64_t const at[] = {static_cast<std::int64_t>(index)..., 0};
    std::int64_t offset = 0;
    for (int k = 0; k < Rank; ++k) offset += at[k] * strides[k];
    return data[offset];
  }
};

/// Grid and block of a launch; `cp::grid{blocks, threads}` or `cp::grid::cover(n)`.
struct grid {
  /// Blocks of the grid.
  unsigned blocks[3] = {1, 1, 1};
  /// Threads of a block.
  unsigned threads[3] = {1, 1, 1};
  /// Dynamic shared memory of a block, in bytes.
  unsigned shared_bytes = 0;

  /// One-dimensional.
  grid(unsigned blocks_x, unsigned threads_x, unsigned shared = 0)
      : blocks{blocks_x, 1, 1}, threads{threads_x, 1, 1}, shared_bytes(shared) {}
  /// Up to three-dimensional.
  grid(unsigned const (&b)[3], unsigned const (&t)[3], unsigned shared = 0)
      : blocks{b[0], b[1], b[2]}, threads{t[0], t[1], t[2]}, shared_bytes(shared) {}
  /// As many blocks of `threads_x` threads as give each of n elements a thread.
  /// None for n = 0, which is launched as nothing at all. Throws value_error where one axis of a grid cannot have so
  /// many.
  static grid cover(std::int64_t n, unsigned threads_x = 256) {
    constexpr std::int64_t most = 2147483647;
    std::int64_t const blocks_x = threads_x == 0 ? -1 : n / threads_x + (n % threads_x != 0);
    if (n < 0 || blocks_x < 0 || blocks_x > most) refuse_cover(n, threads_x);
    return grid(static_cast<unsigned>(blocks_x), threads_x);
  }

 private:
  [[noreturn]] static void refuse_cover(std::int64_t n, unsigned threads_x);
};

namespace detail {

template <class P>
constexpr bool is_array_view = false;
template <class T, int Rank>
constexpr bool is_array_view<array_view<T, Rank>> = true;
/// Whether a view of type P can show an array of type A.
template <class P, class A>
constexpr bool views = false;
template <class T, int Rank, class A>
constexpr bool views<array_view<T, Rank>, A> =
    Rank == A::rank&& std::is_same_v<std::remove_const_t<T>, typename A::value_type>;

/// A launch's argument as the kernel's parameter of type P.
template <class P, class A>
P kernel_argument(A const& a) {
  if constexpr (array_type<A>) {
    if constexpr (std::is_same_v<typename A::space, cuda_space>)
      if (a.memory() && runtime::is_elsewhere(*a.memory().get(), current_stream().handle))
        runtime::note_use(*a.memory().get(), current_stream().handle);
    if constexpr (std::is_pointer_v<P>) {
      static_assert(std::is_same_v<std::remove_cv_t<std::remove_pointer_t<P>>, typename A::value_type>,
                    "cp::launch: the kernel's pointer parameter has another element type than the array");
      if (!is_contiguous(a.shape(), a.strides()))
        throw value_error("cp::launch: the kernel takes a pointer, so the array of shape " + to_string(a.shape()) +
                          " must be contiguous; pass cp::array_view or copy() it");
      return a.data();
    } else {
      static_assert(is_array_view<P>,
                    "cp::launch: an array can be passed to a pointer or to a cp::array_view<T, Rank> parameter");
      static_assert(views<P, A>,
                    "cp::launch: the kernel's cp::array_view has another rank or element type than the array");
      P view{};
      view.data = a.data();
      for (int i = 0; i < A::rank; ++i) view.shape[i] = a.shape()[i], view.strides[i] = a.strides()[i];
      return view;
    }
  } else {
    return static_cast<P>(a);
  }
}

}  // namespace detail

/// Starts a __global__ function on the current stream: `cp::launch(kernel, cp::grid::cover(n), a, b, 2.0f)`. Arrays
/// (cuda_space) go to pointers (they must be contiguous) or to cp::array_view parameters of matching type, numbers are
/// converted. Counts one launch. Throws cuda_error, value_error.
template <class... P, class... A>
void launch(void (*kernel)(P...), grid const& g, A const&... a) {
  static_assert(sizeof...(P) == sizeof...(A), "cp::launch: one argument for each parameter of the kernel");
  static_assert((!array_type<A> && ...) || ((!array_type<A> ||
                                             [] {
                                               if constexpr (array_type<A>)
                                                 return std::is_same_v<typename A::space, cuda_space>;
                                               else
                                                 return true;
                                             }()) &&
                                            ...),
                "cp::launch: a CUDA kernel takes arrays in cuda_space; copy with to<cp::cuda_space>() first");
  runtime::launch_shape shape{g.blocks[0],  g.blocks[1],  g.blocks[2],   g.threads[0],
                              g.threads[1], g.threads[2], g.shared_bytes};
  bool const empty = g.blocks[0] == 0 || g.blocks[1] == 0 || g.blocks[2] == 0;
  [&](auto... value) {
    if (empty) return;
    void* arguments[] = {static_cast<void*>(&value)..., nullptr};
    runtime::launch(reinterpret_cast<void const*>(kernel), shape, arguments, nullptr);
  }(detail::kernel_argument<P>(a)...);
  if (!empty) runtime::count_launch(0, 0);
}

}  // namespace cp
