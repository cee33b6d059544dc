// Fourier transforms on the device, by cuFFT. (Long: one library's plans, their cache and their calls.)
#include "cuda_fft.hpp"

#include <cufftXt.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/library/fft.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/stream.hpp>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "fft_plans.hpp"
#include "runtime/cuda_loss.hpp"

namespace cp::library {

namespace {

char const* text_of(cufftResult status) {
  switch (status) {
    case CUFFT_INVALID_PLAN:
      return "invalid plan";
    case CUFFT_ALLOC_FAILED:
      return "out of memory";
    case CUFFT_INVALID_TYPE:
      return "invalid type";
    case CUFFT_INVALID_VALUE:
      return "invalid value";
    case CUFFT_INTERNAL_ERROR:
      return "internal error";
    case CUFFT_EXEC_FAILED:
      return "the transform failed to start";
    case CUFFT_SETUP_FAILED:
      return "the library failed to initialise";
    case CUFFT_INVALID_SIZE:
      return "an extent is not supported";
    case CUFFT_NOT_SUPPORTED:
      return "not supported";
    default:
      return "see cufftResult";
  }
}
}  // namespace

void check(char const* call, cufftResult status) {
  if (status == CUFFT_SUCCESS) return;
  cudaGetLastError();
  runtime::throw_if_loses(call);
  throw library_error(std::string("cp::fft: ") + call + " returned " + std::to_string(static_cast<int>(status)) + " (" +
                      text_of(status) + ")");
}

namespace {

struct cufft_plan final : fft_plan {
  explicit cufft_plan(int d) : device(d) { check("cufftCreate", cufftCreate(&handle)); }
  ~cufft_plan() override {
    int now = 0;
    cudaGetDevice(&now);
    if (now != device) cudaSetDevice(device);
    {
      runtime::relaxed_capture const relaxed;
      cufftDestroy(handle);
    }
    if (now != device) cudaSetDevice(now);
  }
  cufft_plan(cufft_plan const&) = delete;
  cufft_plan& operator=(cufft_plan const&) = delete;

  int device;
  cufftHandle handle = 0;
};

/// One call of cuFFT: up to three axes, of which the inner ones lie within the outer ones, repeated along one axis.
struct layout {
  int axes = 0;
  long long extent[3], in[3], out[3];
  long long batch = 1, in_distance = 0, out_distance = 0;
};
/// A plan and the axes along which it is called again and again.
struct many {
  layout plan;
  int loops = 0;
  fft_axis loop[fft_call::most_axes];
  std::int64_t calls() const {
    std::int64_t n = 1;
    for (int i = 0; i < loops; ++i) n *= loop[i].extent;
    return n;
  }
};

/// Elements of an axis on each side.
std::int64_t in_extent(fft_kind k, std::int64_t n, bool last) {
  return k == fft_kind::real_backward && last ? n / 2 + 1 : n;
}
std::int64_t out_extent(fft_kind k, std::int64_t n, bool last) {
  return k == fft_kind::real_forward && last ? n / 2 + 1 : n;
}

/// Whether axis `outer` can be the next one around `inner`: cuFFT counts strides in runs of the inner axis.
bool encloses(std::int64_t outer, std::int64_t inner, std::int64_t inner_extent) {
  return inner > 0 && outer % inner == 0 && outer / inner >= inner_extent;
}

/// Axes of a transform, and those that it is repeated along.
struct axes_left {
  int transformed = 0, batched = 0;
  fft_axis axis[fft_call::most_axes], batch[fft_call::most_axes];
};
/// Outer axes first: of wider strides in the result, or else in the operand.
bool is_outer(fft_axis const& x, fft_axis const& y) { return x.out != y.out ? x.out > y.out : x.in > y.in; }

/// Brings axes of repetition into order and merges those that are one in memory; how many are left.
int merge(fft_axis* batch, int count) {
  std::sort(batch, batch + count, is_outer);
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    fft_axis const x = batch[i];
    if (x.extent == 1) continue;
    if (kept > 0 && batch[kept - 1].in == x.extent * x.in && batch[kept - 1].out == x.extent * x.out)
      batch[kept - 1] = {batch[kept - 1].extent * x.extent, x.in, x.out};
    else
      batch[kept++] = x;
  }
  return kept;
}

axes_left axes_of(fft_call const& c) {
  axes_left a;
  bool const complex = is_complex_transform(c.kind);
  for (int i = 0; i < c.transformed; ++i)
    if (c.axis[i].extent > 1 || (!complex && i + 1 == c.transformed)) a.axis[a.transformed++] = c.axis[i];
  if (a.transformed == 0) a.axis[a.transformed++] = {1, 1, 1};
  // The axes of a complex transform, and all but the last of another, may come in any order.
  std::sort(a.axis, a.axis + a.transformed - (complex ? 0 : 1), is_outer);
  a.batched = c.batched;
  std::copy(c.axis + c.transformed, c.axis + c.transformed + c.batched, a.batch);
  return a;
}

bool positive(fft_axis const& x) { return x.in > 0 && x.out > 0; }

/// The axes [first, last) of a transform as a plan; false where cuFFT has no such layout.
bool lay_out(axes_left const& a, fft_kind kind, int first, int last, fft_axis const* batch, int batched, many& to) {
  to = {};
  int const axes = last - first;
  if (axes > 3) return false;
  layout& p = to.plan;
  p.axes = axes;
  for (int i = 0; i < axes; ++i) {
    fft_axis const& x = a.axis[first + i];
    bool const halved = last == a.transformed;
    if (x.extent > 1 && !positive(x)) return false;
    p.extent[i] = x.extent;
    p.in[i] = x.extent == 1 && axes == 1 ? 1 : x.in;
    p.out[i] = x.extent == 1 && axes == 1 ? 1 : x.out;
    if (i > 0) {
      fft_axis const& outer = a.axis[first + i - 1];
      bool const is_last = halved && i + 1 == axes;
      if (!encloses(outer.in, x.in, in_extent(kind, x.extent, is_last)) ||
          !encloses(outer.out, x.out, out_extent(kind, x.extent, is_last)))
        return false;
    }
  }
  // The axis of most elements is the plan's, the others are loops.
  int best = -1;
  for (int i = 0; i < batched; ++i) {
    if (!positive(batch[i])) return false;
    if (best < 0 || batch[i].extent > batch[best].extent) best = i;
  }
  for (int i = 0; i < batched; ++i)
    if (i != best) to.loop[to.loops++] = batch[i];
  bool const is_last = last == a.transformed;
  p.batch = best >= 0 ? batch[best].extent : 1;
  p.in_distance = best >= 0 ? batch[best].in : p.in[0] * in_extent(kind, p.extent[0], is_last && axes == 1);
  p.out_distance = best >= 0 ? batch[best].out : p.out[0] * out_extent(kind, p.extent[0], is_last && axes == 1);
  return true;
}

/// The steps of a transform: one plan, or the last axis with the real side first (or last), and the others one by one
/// in place on the complex side.
struct steps {
  int count = 0;
  struct {
    many work;
    fft_kind kind;
    bool in_place_on_out = false, in_place_on_in = false;
  } step[fft_call::most_axes];
};

bool add_step(steps& s, axes_left const& a, fft_kind kind, int first, int last, bool on_in, bool on_out) {
  axes_left moved = a;
  fft_axis batch[2 * fft_call::most_axes];
  int batched = 0;
  // What another step transforms, this one repeats.
  for (int i = 0; i < a.transformed; ++i)
    if (i < first || i >= last) {
      bool const halved = i + 1 == a.transformed && !is_complex_transform(kind);
      batch[batched++] = {halved ? in_extent(kind, a.axis[i].extent, true) : a.axis[i].extent, a.axis[i].in,
                          a.axis[i].out};
    }
  for (int i = 0; i < a.batched; ++i) batch[batched++] = a.batch[i];
  auto const on_one_side = [&](fft_axis& x) {
    if (on_in) x.out = x.in;
    if (on_out) x.in = x.out;
  };
  for (fft_axis& x : moved.axis) on_one_side(x);
  for (int i = 0; i < batched; ++i) on_one_side(batch[i]);
  batched = merge(batch, batched);
  auto& step = s.step[s.count++];
  step.kind = kind;
  step.in_place_on_in = on_in;
  step.in_place_on_out = on_out;
  return lay_out(moved, kind, first, last, batch, batched, step.work);
}

/// False where cuFFT cannot do it with these strides.
bool plan_steps(fft_call const& c, steps& s) {
  axes_left const a = axes_of(c);
  if (add_step(s, a, c.kind, 0, a.transformed, false, false)) {
    // Loops move the addresses.
    many const& m = s.step[0].work;
    for (int i = 0; i < m.loops; ++i)
      if ((c.kind == fft_kind::real_forward && m.loop[i].in % 2 != 0) ||
          (c.kind == fft_kind::real_backward && m.loop[i].out % 2 != 0))
        return false;
    return true;
  }
  return false;
}

/// The same in several steps, where one plan cannot have all axes.
bool plan_more_steps(fft_call const& c, steps& s) {
  axes_left a = axes_of(c);
  s.count = 0;
  if (a.transformed < 2) return false;
  int const last = a.transformed - 1;
  bool const backward = c.kind == fft_kind::real_backward;
  fft_kind const others = is_complex_transform(c.kind) ? c.kind : backward ? fft_kind::backward : fft_kind::forward;
  // Complex axes around the one that is real on one side count its complex elements.
  axes_left complex = a;
  if (!is_complex_transform(c.kind)) complex.axis[last].extent = a.axis[last].extent / 2 + 1;
  if (backward)
    for (int i = 0; i < last; ++i)
      if (!add_step(s, complex, others, i, i + 1, true, false)) return false;
  // The real axis alone, repeated along the other ones.
  {
    axes_left alone;
    alone.transformed = 1;
    alone.axis[0] = a.axis[last];
    alone.batched = 0;
    for (int i = 0; i < last; ++i) alone.batch[alone.batched++] = a.axis[i];
    for (int i = 0; i < a.batched; ++i) alone.batch[alone.batched++] = a.batch[i];
    if (!add_step(s, alone, c.kind, 0, 1, false, false)) return false;
    many const& m = s.step[s.count - 1].work;
    for (int i = 0; i < m.loops; ++i)
      if ((c.kind == fft_kind::real_forward && m.loop[i].in % 2 != 0) || (backward && m.loop[i].out % 2 != 0))
        return false;
  }
  if (!backward)
    for (int i = 0; i < last; ++i)
      if (!add_step(s, complex, others, i, i + 1, false, true)) return false;
  return true;
}

/// Of 16-bit numbers cuFFT transforms powers of two up to 2^30, fewer than 2^32 elements in all, whose real numbers lie
/// one behind the other; bfloat16 from compute capability 8.0 on.
bool takes_half(steps const& s, fft_float real) {
  if (real == fft_float::bfloat16) {
    int major = 0;
    runtime::check("cudaDeviceGetAttribute",
                   cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, cuda::current_device()));
    if (major < 8) return false;
  }
  for (int i = 0; i < s.count; ++i) {
    layout const& p = s.step[i].work.plan;
    std::int64_t elements = p.batch;
    for (int k = 0; k < p.axes; ++k) {
      if (!std::has_single_bit(static_cast<std::uint64_t>(p.extent[k])) || p.extent[k] > 1 << 30) return false;
      elements *= p.extent[k];
    }
    if (elements >= std::int64_t{1} << 32) return false;
    if (s.step[i].kind == fft_kind::real_forward && p.in[p.axes - 1] != 1) return false;
    if (s.step[i].kind == fft_kind::real_backward && p.out[p.axes - 1] != 1) return false;
  }
  return true;
}

bool plan_all(fft_call const& c, steps& s) {
  if (is_cosine_or_sine(c.kind)) return false;
  // Real elements are read and written in pairs.
  auto const pair = static_cast<std::uintptr_t>(2 * bytes_of(c.real));
  if (reinterpret_cast<std::uintptr_t>(c.in) % pair != 0 || reinterpret_cast<std::uintptr_t>(c.out) % pair != 0)
    return false;
  return (plan_steps(c, s) || plan_more_steps(c, s)) && (!is_half(c.real) || takes_half(s, c.real));
}

cudaDataType type_of(bool complex, fft_float real) {
  switch (real) {
    case fft_float::float16:
      return complex ? CUDA_C_16F : CUDA_R_16F;
    case fft_float::bfloat16:
      return complex ? CUDA_C_16BF : CUDA_R_16BF;
    case fft_float::float32:
      return complex ? CUDA_C_32F : CUDA_R_32F;
    default:
      return complex ? CUDA_C_64F : CUDA_R_64F;
  }
}

std::shared_ptr<fft_plan> make_plan(layout const& l, fft_kind kind, fft_float real, int device) {
  auto plan = std::make_shared<cufft_plan>(device);
  runtime::relaxed_capture const relaxed;
  check("cufftSetAutoAllocation", cufftSetAutoAllocation(plan->handle, 0));
  long long n[3], in_embed[3], out_embed[3];
  for (int i = 0; i < l.axes; ++i) {
    n[i] = l.extent[i];
    in_embed[i] = i == 0 ? l.extent[0] : l.in[i - 1] / l.in[i];
    out_embed[i] = i == 0 ? l.extent[0] : l.out[i - 1] / l.out[i];
  }
  int const last = l.axes - 1;
  std::size_t bytes = 0;
  check("cufftXtMakePlanMany",
        cufftXtMakePlanMany(plan->handle, l.axes, n, in_embed, l.in[last], l.in_distance,
                            type_of(kind != fft_kind::real_forward, real), out_embed, l.out[last], l.out_distance,
                            type_of(kind != fft_kind::real_backward, real), l.batch, &bytes, type_of(true, real)));
  plan->bytes = static_cast<std::int64_t>(bytes);
  return plan;
}

fft_key key_of(layout const& l, fft_kind kind, fft_float real, bool in_place) {
  fft_key key{kind_key(kind, real, in_place), l.axes, l.batch, l.in_distance, l.out_distance};
  for (int i = 0; i < l.axes; ++i) key.insert(key.end(), {l.extent[i], l.in[i], l.out[i]});
  return key;
}

/// Adds the plan to a set.
bool prepare(many const& m, fft_kind kind, fft_float real, bool in_place, fft_plan_set& set, bool make) {
  int const device = cuda::current_device();
  fft_plan_cache& cache = fft_plans(device);
  std::lock_guard const lock(cache.mutex);
  return cache.collect(key_of(m.plan, kind, real, in_place), set, make,
                       [&] { return make_plan(m.plan, kind, real, device); });
}

/// Runs a plan for each index of its loops.
void run(many const& m, fft_kind kind, fft_float real, void* in, void* out) {
  int const device = cuda::current_device();
  fft_plan_cache& cache = fft_plans(device);
  bool const capturing = runtime::is_capturing_device();
  // cuFFT's plans have a stream and a workspace: the lock is held until the work is given to the stream.
  std::lock_guard const lock(cache.mutex);
  std::shared_ptr<fft_plan> const plan =
      cache.find(key_of(m.plan, kind, real, in == out), [&] { return make_plan(m.plan, kind, real, device); });
  if (capturing) cache.keep(plan);
  cufftHandle const handle = static_cast<cufft_plan const*>(plan.get())->handle;
  storage_ptr const work(runtime::allocate(memory_kind::device, plan->bytes));
  check("cufftSetStream", cufftSetStream(handle, static_cast<cudaStream_t>(current_stream().handle)));
  check("cufftSetWorkArea", cufftSetWorkArea(handle, work->data));
  std::int64_t const in_bytes = bytes_of(real) * (kind == fft_kind::real_forward ? 1 : 2);
  std::int64_t const out_bytes = bytes_of(real) * (kind == fft_kind::real_backward ? 1 : 2);
  int const direction = kind == fft_kind::backward || kind == fft_kind::real_backward ? CUFFT_INVERSE : CUFFT_FORWARD;
  std::int64_t const calls = m.calls();
  for (std::int64_t i = 0; i < calls; ++i) {
    std::int64_t rest = i, in_offset = 0, out_offset = 0;
    for (int k = m.loops; k-- > 0;) {
      std::int64_t const at = rest % m.loop[k].extent;
      rest /= m.loop[k].extent;
      in_offset += at * m.loop[k].in;
      out_offset += at * m.loop[k].out;
    }
    runtime::count_library_call();
    check("cufftXtExec", cufftXtExec(handle, static_cast<char*>(in) + in_offset * in_bytes,
                                     static_cast<char*>(out) + out_offset * out_bytes, direction));
  }
}

}  // namespace

int count_device_fft_calls(fft_call const& c) {
  steps s;
  if (!plan_all(c, s)) return 0;
  std::int64_t calls = 0;
  for (int i = 0; i < s.count; ++i) calls += s.step[i].work.calls();
  return static_cast<int>(std::min<std::int64_t>(calls, 1 << 30));
}

namespace {

/// f(work, kind, in, out) for each step; false where f says so.
template <class F>
bool for_each_step(fft_call const& c, F const& f) {
  if (runtime::is_capturing() && !runtime::is_capturing_device())
    throw value_error(
        "cp::capture: work on device arrays cannot be captured into a host graph; do it outside, or capture a device "
        "graph");
  steps s;
  if (!plan_all(c, s)) throw library_error("cp::fft: cuFFT has no transform with these strides");
  for (int i = 0; i < s.count; ++i) {
    auto const& step = s.step[i];
    if (!f(step.work, step.kind, step.in_place_on_out ? c.out : c.in, step.in_place_on_in ? c.in : c.out)) return false;
  }
  return true;
}

}  // namespace

void execute_device_fft(fft_call const& c) {
  if (spreads_fft() && execute_on_gpus(c)) return;
  for_each_step(c, [&](many const& work, fft_kind kind, void* in, void* out) {
    run(work, kind, c.real, in, out);
    return true;
  });
}
bool prepare_device_fft(fft_call const& c, fft_plan_set& set, bool make) {
  return for_each_step(c, [&](many const& work, fft_kind kind, void* in, void* out) {
    return prepare(work, kind, c.real, in == out, set, make);
  });
}

void zero_device_rows(void* data, std::int64_t rows, std::int64_t pitch, std::int64_t bytes) {
  auto const stream = static_cast<cudaStream_t>(current_stream().handle);
  if (rows == 1 || pitch == bytes)
    runtime::check("cudaMemsetAsync", cudaMemsetAsync(data, 0, static_cast<std::size_t>(bytes * rows), stream));
  else
    runtime::check("cudaMemset2DAsync",
                   cudaMemset2DAsync(data, static_cast<std::size_t>(pitch), 0, static_cast<std::size_t>(bytes),
                                     static_cast<std::size_t>(rows), stream));
}

}  // namespace cp::library
