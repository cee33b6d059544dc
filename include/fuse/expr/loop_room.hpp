// What starting a kernel needs: facts of its signature, and room for its operands.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/node.hpp>
#include <fuse/kernels/limits.hpp>
#include <fuse/kernels/loop.hpp>
#include <fuse/program/on_float32.hpp>
#include <fuse/program/program.hpp>
#include <fuse/runtime/failure.hpp>
#include <type_traits>

namespace cp::expr {

/// The kinds of a signature's inputs and the sizes of its operands, as planning wants them.
template <class Kind>
constexpr kernels::access access_of = kernels::access::element;
template <class T>
constexpr kernels::access access_of<program::single<T>> = kernels::access::staying;
template <class Rule, int Offset>
constexpr kernels::access access_of<program::computed<Rule, Offset>> = kernels::access::computed;
template <class T>
constexpr kernels::access access_of<program::elements<program::as_float32<T>>> =
    std::is_same_v<T, float16> ? kernels::access::wide_float16 : kernels::access::wide_bfloat16;
template <class Kind>
constexpr bool reads_memory =
    access_of<Kind> != kernels::access::computed&& access_of<Kind> != kernels::access::staying;
/// Bytes of an element in memory.
template <class Kind>
constexpr std::int32_t memory_bytes = sizeof(typename Kind::type);
template <class Rule, int Offset>
constexpr std::int32_t memory_bytes<program::computed<Rule, Offset>> = 1;
template <class T>
constexpr std::int32_t memory_bytes<program::elements<program::as_float32<T>>> = sizeof(T);

/// What an input costs besides its loading, and how the host computes it.
template <class Kind>
constexpr int input_cost = 0;
template <class Rule, int Offset>
constexpr int input_cost<program::computed<Rule, Offset>> = Rule::cost - 4;
template <class Kind>
constexpr kernels::computing computing_of = {};
template <class Rule, int Offset>
constexpr kernels::computing computing_of<program::computed<Rule, Offset>> = {
    &kernels::compute_run<Rule>,
    std::int32_t(sizeof(typename Rule::type)),
    Offset,
    std::is_empty_v<Rule> ? 0 : std::int32_t(sizeof(Rule)),
    kernels::rows_of_rule<Rule>(),
    kernels::streams_of_rule<Rule>(),
    kernels::fields_of_rule<Rule>()};

constexpr int rounded_rightly =
    16;  ///< the most that an operation costs whose results have no last bits to choose: a division
/// `Results`: a bit for each input that has one element a result of the kernel's folds.
template <class Signature, std::uint64_t Results = 0>
struct facts;
template <class... Kind, int Bytes, class... T, class... P, std::uint64_t Results>
struct facts<program::signature<program::inputs<Kind...>, Bytes, program::store<T, P>...>, Results> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, program::store<T, P>...>;
  static constexpr std::int32_t itemsize[] = {memory_bytes<program::elements<T>>..., memory_bytes<Kind>...};
  static constexpr kernels::computing computed[] = {(static_cast<void>(sizeof(T)), kernels::computing{})...,
                                                    computing_of<Kind>...};
  static constexpr auto kinds = [] {
    struct {
      kernels::access of[sizeof...(T) + sizeof...(Kind)];
    } k{{access_of<program::elements<T>>..., access_of<Kind>...}};
    for (int i = 0; i < int(sizeof...(Kind)); ++i)
      if ((Results & program::input_bit(i)) != 0 && k.of[int(sizeof...(T)) + i] == kernels::access::element)
        k.of[int(sizeof...(T)) + i] = kernels::access::result;
    return k;
  }();
  static constexpr kernels::access const* kind = kinds.of;
  static constexpr int most_expensive = program::largest_of(program::program_facts<P>::most..., input_cost<Kind>...);
  static constexpr kernels::signature_info info{
      signature::outputs,
      signature::count,
      signature::bytes,
      (0 + ... + (4 + program::program_facts<P>::cost + program::program_facts<P>::calls * program::simple_call)) +
          (0 + ... + input_cost<Kind>),
      (0 + ... + (4 + program::program_facts<P>::cost + program::program_facts<P>::calls * program::unknown_call)) +
          (0 + ... + input_cost<Kind>),
      program::largest_of(program::program_facts<P>::most...) <= rounded_rightly &&
          !(program::program_facts<P>::is_complex || ...),
      (kernels::is_copied(access_of<Kind>) || ...) || (kernels::is_copied(access_of<program::elements<T>>) || ...),
      (0 + ... + (reads_memory<Kind> ? memory_bytes<Kind> : 0)),
      (0 + ... + memory_bytes<program::elements<T>>),
      itemsize,
      kind};
};

/// The shape of what one kernel writes.
template <class T, int Rank, class Space, class... More>
index_array<Rank> const& shape_written(ndarray<T, Rank, Space> const& first, More const&...) {
  return first.shape();
}

/// Gives an expression's operands to a loop, in the order of its program's inputs.
struct operand_sink {
  kernels::loop_builder& loop;

  template <class T, int Rank, class Space>
  FUSE_INLINE void array(ndarray<T, Rank, Space> const& a) {
    loop.add(a.data(), Rank, a.shape().value, a.strides().value,
             std::is_same_v<Space, cuda_space> ? a.memory().get() : nullptr);
  }
  template <class Rule, int Rank>
  FUSE_INLINE void computed(places<Rule, Rank> const& p) {
    loop.add_computed(p.start, Rank, p.extents.value, p.step.value);
  }
  template <class T>
  FUSE_INLINE void scalar(T const& value) {
    loop.add_scalar(value);
  }
};

/// A loop over axes of these extents with room for the operands of a signature, which are added to `loop`.
template <class Signature, int Rank, class Space, int MostBytes, class Facts = facts<Signature>>
struct loop_room {
  static_assert(Signature::count <= kernels::max_operands,
                "cp: an expression names arrays at most 64 times with those it is stored to, each time counts; "
                "cp::fuse names each once, "
                "however often its lambda uses it, or evaluate a part first");
  static_assert(Signature::bytes <= MostBytes,
                "cp: the functors and numbers of one kernel take more than 4096 bytes, or those of a reduction or scan "
                "more than 2048");
  static constexpr int axes = Rank == 0 ? 1 : Rank;
  std::int64_t shape[axes];
  void* data[Signature::count];
  std::int64_t strides[Signature::count * axes];
  alignas(16) unsigned char scalars[Signature::bytes];
  kernels::loop_builder loop;

  /// How inputs are computed: on the device their kernel knows.
  static constexpr kernels::computing const* computed_of() {
    if constexpr (std::is_same_v<Space, host_space>)
      return Facts::computed;
    else
      return nullptr;
  }
  static runtime::stream_handle stream() {
    if constexpr (std::is_same_v<Space, cuda_space>)
      return current_stream().handle;
    else
      return nullptr;
  }
  explicit loop_room(index_array<Rank> const& extents)
      : loop(kernels::begin_loop({axes, Signature::count, Signature::outputs, shape, data, strides, axes,
                                  Facts::itemsize, Facts::kind, computed_of()},
                                 scalars, extents.value, Rank, size_of(extents), stream())) {}
  loop_room(loop_room const&) = delete;
  loop_room& operator=(loop_room const&) = delete;
};

/// Whether a program calls functions that may throw on the host.
template <class Signature>
constexpr bool calls_users = false;
template <class Inputs, int Bytes, class... Store>
constexpr bool calls_users<program::signature<Inputs, Bytes, Store...>> = (program::program_facts<Store>::calls_users ||
                                                                           ...);
/// Throws what functions have thrown in a kernel that has been run.
template <class Signature>
FUSE_INLINE void throw_failures() {
  if constexpr (calls_users<Signature>) runtime::throw_noted();
}

/// Where a kernel for `Space` would be made by a compiler that cannot.
template <class Space>
constexpr void needs_nvcc() {
  static_assert(sizeof(Space) == 0,
                "cp: an expression on cuda_space becomes a CUDA kernel here, so nvcc must compile this file (name it "
                ".cu or set its LANGUAGE to CUDA); or use host_space arrays");
}

/// Starts a kernel on a loop whose operands are there. `Form` has, as static functions, on_host(loop, more...) and,
/// where nvcc compiles, on_device(loop, name, more...).
template <class Form, class Space, class Signature, class... More>
FUSE_INLINE void start(kernels::loop_builder& loop, [[maybe_unused]] char const* name, More const&... more) {
  if constexpr (std::is_same_v<Space, host_space>) {
    Form::on_host(loop, more...);
    throw_failures<Signature>();
  } else {
#if FUSE_NVCC
    Form::on_device(loop, name, more...);
#else
    needs_nvcc<Space>();
#endif
  }
}

}  // namespace cp::expr
