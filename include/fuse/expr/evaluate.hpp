// Assignment: shape_of -> aliasing -> lower -> a kernel form. The only door from expressions to kernels.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <fuse/expr/aliasing.hpp>
#include <fuse/expr/lower.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/expr/shape_of.hpp>
#include <fuse/kernels/host_loop.hpp>
#include <fuse/kernels/loop.hpp>
#include <fuse/ndarray.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#if FUSE_NVCC
#include <fuse/kernels/cuda_run.cuh>
#endif

namespace cp {

namespace expr {

/// The kinds of a signature's inputs and the sizes of its operands, as planning wants them.
template <class Kind>
constexpr kernels::access access_of = kernels::access::element;
template <class T>
constexpr kernels::access access_of<program::single<T>> = kernels::access::staying;
template <>
inline constexpr kernels::access access_of<program::positions> = kernels::access::counting;

template <class Signature>
struct operand_table;
template <class... Kind, int Bytes, class... Store>
struct operand_table<program::signature<program::inputs<Kind...>, Bytes, Store...>> {
  static constexpr std::int32_t itemsize[] = {std::int32_t(sizeof(typename Store::type))...,
                                              std::int32_t(access_of<Kind> == kernels::access::counting ? 1 : sizeof(typename Kind::type))...};
  static constexpr kernels::access kind[] = {(static_cast<void>(sizeof(Store)), kernels::access::element)..., access_of<Kind>...};
  static constexpr bool has_positions = ((access_of<Kind> == kernels::access::counting) || ...);
  static constexpr std::int64_t read_bytes = (0 + ... + (access_of<Kind> == kernels::access::element ? std::int64_t(sizeof(typename Kind::type)) : 0));
  static constexpr std::int64_t written_bytes = (0 + ... + std::int64_t(sizeof(typename Store::type)));
};

/// About how long an operation takes, to part host work: a name in this list is a call of the math library, the rest an instruction or a few.
template <class Program>
constexpr int cost_of = 4;
template <class Op, class... P>
constexpr int cost_of<program::apply<Op, P...>> = (Op::cost + ... + cost_of<P>);
template <int Offset, class F, class... P>
constexpr int cost_of<program::invoke<Offset, F, P...>> = (64 + ... + cost_of<P>);
template <class T, class P>
constexpr int cost_of<program::store<T, P>> = 4 + cost_of<P>;
template <class Signature>
constexpr int total_cost = 0;
template <class Inputs, int Bytes, class... Store>
constexpr int total_cost<program::signature<Inputs, Bytes, Store...>> = (0 + ... + cost_of<Store>);

/// Receives an expression's operands in the order of its program's inputs.
template <class Loop>
struct operand_sink {
  Loop& l;
  index_array<Loop::rank> const& shape;
  int next;
  std::size_t bytes = 0;
  bool contiguous = true;  ///< every array so far has the loop's shape, is C-contiguous and 16-byte aligned
  runtime::stream_handle stream = nullptr;

  template <class T, int Rank, class Space>
  constexpr void array(ndarray<T, Rank, Space> const& a) {
    l.data[next] = a.data();
    if constexpr (std::is_same_v<Space, cuda_space>)
      if (a.memory() && a.memory()->stream != stream) runtime::note_use(*a.memory(), stream);
    if constexpr (Rank == Loop::rank && Rank > 0) {
      if (a.shape() == shape) {
        for (int i = 0; i < Rank; ++i) l.strides[next][i] = a.strides()[i];
        contiguous = contiguous && is_contiguous(a.shape(), a.strides()) && reinterpret_cast<std::uintptr_t>(a.data()) % 16 == 0;
        ++next;
        return;
      }
    }
    auto const s = detail::broadcast_strides<Loop::rank>(a.shape(), a.strides(), shape, "cp::ndarray: assignment");
    for (int i = 0; i < Loop::rank; ++i) l.strides[next][i] = s[i];
    if constexpr (Rank > 0) contiguous = false;
    ++next;
  }
  template <int Rank>
  constexpr void counting(position<Rank> const& p) {
    auto const s = detail::broadcast_strides<Loop::rank>(p.shape, p.step, shape, "cp::ndarray: assignment");
    for (int i = 0; i < Loop::rank; ++i) l.strides[next][i] = s[i];
    l.data[next] = reinterpret_cast<void*>(static_cast<std::intptr_t>(p.start));
    contiguous = contiguous && Rank == 1 && Loop::rank == 1 && p.step[0] == 1 && p.shape[0] == shape[0];
    ++next;
  }
  template <class T>
  constexpr void scalar(T const& value) {
    bytes = (bytes + alignof(T) - 1) / alignof(T) * alignof(T);
    __builtin_memcpy(l.scalars + bytes, &value, sizeof(T));
    bytes += sizeof(T);
  }
};

/// The name given to cp::fuse, if the expression is such a call.
template <class E>
constexpr char const* name_of(E const&) {
  return nullptr;
}
template <class Tree, class... A>
constexpr char const* name_of(let<Tree, A...> const& l) {
  return l.name;
}

template <class Signature, class Space>
struct host_only_kernel {
  static constexpr kernels::host_kernel value{&kernels::detail::host_form<Signature>::chunk, nullptr, total_cost<Signature>};
};

/// Starts the kernel that stores e... into to...: shapes are right and nothing overlaps.
template <class Space, class... T, int Rank, class... E>
void run_kernel(arguments<E const&...> const& roots, ndarray<T, Rank, Space> const&... to) {
  using signature = typename signature_of<environment<T...>, E...>::type;
  using table = operand_table<signature>;
  static_assert(signature::count <= 64, "cp: one kernel takes at most 64 operands; evaluate a part of the expression first");
  constexpr int planned_rank = Rank == 0 ? 1 : Rank;
  kernels::loop<planned_rank, signature::count, signature::bytes> l;
  index_array<planned_rank> shape;
  auto const& first = [](auto const& f, auto const&...) -> auto const& { return f; }(to...);
  if constexpr (Rank == 0)
    shape[0] = 1;
  else
    shape = first.shape();
  std::int64_t const n = size_of(shape);
  if (n == 0) return;
  for (int i = 0; i < planned_rank; ++i) l.shape[i] = shape[i];
  operand_sink<decltype(l)> sink{l, shape, 0};
  if constexpr (std::is_same_v<Space, cuda_space>) sink.stream = current_stream().handle;
  if constexpr (Rank == 0)
    (sink.array(ndarray<T, 1, Space>(to.memory(), to.data(), {{1}}, {{1}})), ...);
  else
    (sink.array(to), ...);
  for_each([&](auto const& e) { collect(e, sink); }, roots);

  if constexpr (std::is_same_v<Space, host_space>) {
    constexpr auto const& kernel = host_only_kernel<signature, Space>::value;
    if (!table::has_positions && sink.contiguous && n * kernel.cost <= 64 * 20000 && !runtime::is_capturing_host()) {
      runtime::count_launch(n * table::read_bytes, n * table::written_bytes);
      kernel.chunk(l.data, l.scalars, n);
      return;
    }
    kernels::loop_view view{planned_rank, signature::count, signature::outputs, l.shape, l.data, &l.strides[0][0], planned_rank, table::itemsize, table::kind};
    runtime::count_launch(kernels::bytes_of(view, signature::outputs, signature::count), n * table::written_bytes);
    view.rank = kernels::simplify(view);
    kernels::host_run(kernel, view, l.scalars, signature::bytes);
  } else {
#if FUSE_NVCC
    using form = kernels::cuda_form<signature>;
    char const* name = nullptr;
    for_each([&](auto const& e) { name = name == nullptr ? name_of(e) : name; }, roots);
    if (sink.contiguous) {
      runtime::count_launch(n * table::read_bytes, n * table::written_bytes);
      form::run_flat(n, l.data, l.scalars, name);
      return;
    }
    kernels::loop_view view{planned_rank, signature::count, signature::outputs, l.shape, l.data, &l.strides[0][0], planned_rank, table::itemsize, table::kind};
    runtime::count_launch(kernels::bytes_of(view, signature::outputs, signature::count), n * table::written_bytes);
    view.rank = kernels::simplify(view);
    bool aligned = kernels::is_one_run(view);
    for (int k = 0; k < signature::count; ++k)
      aligned = aligned && (table::kind[k] != kernels::access::element || reinterpret_cast<std::uintptr_t>(l.data[k]) % 16 == 0);
    if (aligned)
      form::run_flat(view.rank == 0 ? 1 : view.shape[0], l.data, l.scalars, name);
    else
      form::template run_strided<planned_rank>(view, l.scalars, name);
#else
    static_assert(sizeof(Space) == 0,
                  "cp: an expression on cuda_space becomes a CUDA kernel here, so nvcc must compile this file (name it .cu or set its LANGUAGE to CUDA); "
                  "or use host_space arrays");
#endif
  }
}

}  // namespace expr

namespace detail {

/// Whether assigning From to To keeps the kind of number (NumPy's same_kind): what assignment does without being asked.
template <class To, class From>
constexpr bool same_kind = std::is_same_v<To, From> || (dtype_traits<To>::kind != dtype_kind::other && dtype_traits<From>::kind != dtype_kind::other &&
                                                        int(dtype_traits<To>::kind) >= int(dtype_traits<From>::kind));

template <class To, class E>
constexpr void check_assignable() {
  static_assert(same_kind<To, typename E::value_type> || E::weak,
                "cp: assigning this expression would change its kind of number (float to int, complex to real, ...); say so with cp::astype<T>(expr)");
}

template <class T, int Rank, class Space, class E>
void assign_elements(ndarray<T, Rank, Space> const& to, E const& from) {
  if constexpr (!expression<E>) {
    expr::run_kernel<Space>(expr::arguments<expr::constant<T, false> const&>{expr::constant<T, false>(static_cast<T>(from))}, to);
  } else {
    using space = typename E::space;
    static_assert(std::is_void_v<space> || std::is_same_v<space, Space>,
                  "cp: the expression's arrays and the array assigned to lie in different spaces; copy with to<Space>() first");
    static_assert(E::rank <= Rank, "cp: an expression of higher rank cannot be assigned to this array");
    check_assignable<T, E>();
    auto const shape = expr::shape_of(from);
    (void)broadcast_strides<Rank>(shape, shape, to.shape(), "cp::ndarray: assignment");
    if (expr::overlaps_itself(Rank, to.shape().value, to.strides().value))
      throw value_error("cp::ndarray: assignment to a broadcast view of shape " + to_string(to.shape()) + ": several of its elements are one; copy() it first");
    if (expr::needs_temporary(to, from)) {
      auto temporary = make_array<T, Rank, Space>(to.shape(), "cp::ndarray: assignment");
      runtime::count_temporary();
      expr::run_kernel<Space>(expr::arguments<E const&>{from}, temporary);
      expr::run_kernel<Space>(expr::arguments<ndarray<T, Rank, Space> const&>{temporary}, to);
    } else {
      expr::run_kernel<Space>(expr::arguments<E const&>{from}, to);
    }
  }
}

template <class T, int Rank, class Space, class E>
void assign_new(ndarray<T, Rank, Space>& to, E const& from) {
  using space = typename E::space;
  static_assert(std::is_void_v<space> || std::is_same_v<space, Space>,
                "cp: the expression's arrays and the array assigned to lie in different spaces; copy with to<Space>() first");
  static_assert(E::rank == Rank, "cp: the array assigned to must have the expression's rank");
  check_assignable<T, E>();
  auto const shape = expr::shape_of(from);
  if (to.memory() && to.shape() == shape && to.memory()->references.load(std::memory_order_acquire) == 1 + expr::handles_on(from, to.memory()) &&
      is_contiguous(to.shape(), to.strides()) && !expr::needs_temporary(to, from)) {
    expr::run_kernel<Space>(expr::arguments<E const&>{from}, to);
    return;
  }
  auto made = make_array<T, Rank, Space>(shape, "cp::ndarray: assignment");
  expr::run_kernel<Space>(expr::arguments<E const&>{from}, made);
  to = std::move(made);
}

}  // namespace detail

/// The space that an expression is evaluated in: its arrays', or the default one if it has none.
template <expression E>
using space_of = std::conditional_t<std::is_void_v<typename E::space>, default_space, typename E::space>;

/// The array that an expression becomes.
template <expression E>
using array_of = ndarray<typename E::value_type, E::rank, space_of<E>>;

/// Evaluates an expression into a new array (an array is returned as it is, a share of its data).
template <expression E>
array_of<E> eval(E const& e) {
  return array_of<E>(e);
}

}  // namespace cp
