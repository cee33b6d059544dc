// Fourier transforms: cropping, padding, copies where a library cannot work in place, and the factors of norms.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fuse/core/shape.hpp>
#include <fuse/fft/transform.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/storage.hpp>
#include <new>
#include <optional>
#include <vector>

#include "axes.hpp"
#include "checks.hpp"
#include "passes.hpp"

namespace cp::fft::detail {

namespace {

using cp::library::fft_float;
using cp::library::fft_kind;

/// Strides of a contiguous array whose axes lie in the order `order`, outermost first.
extents strides_in_order(int rank, std::int64_t const* shape, int const* order) {
  extents s;
  std::int64_t step = 1;
  for (int i = rank; i-- > 0;) {
    s[order[i]] = step;
    step *= std::max<std::int64_t>(shape[order[i]], 1);
  }
  return s;
}

bool contiguous(int rank, std::int64_t const* shape, std::int64_t const* strides) {
  std::int64_t step = 1;
  for (int i = rank; i-- > 0;) {
    if (shape[i] != 1 && strides[i] != step) return false;
    step *= shape[i];
  }
  return true;
}

storage_ptr workspace(memory_kind memory, std::int64_t bytes) {
  runtime::count_temporary();
  return storage_ptr(runtime::allocate(is_device(memory) ? memory_kind::device : memory_kind::host, bytes));
}

std::int64_t itemsize_of(job const& j, bool complex) { return cp::library::bytes_of(j.real) * (complex ? 2 : 1); }
/// Strides of an array in C order.
extents c_strides(int rank, std::int64_t const* shape) {
  int order[most];
  for (int i = 0; i < rank; ++i) order[i] = i;
  return strides_in_order(rank, shape, order);
}
bool in_is_complex(fft_kind k) { return cp::library::is_complex_transform(k) || k == fft_kind::real_backward; }
bool out_is_complex(fft_kind k) { return cp::library::is_complex_transform(k) || k == fft_kind::real_forward; }

/// The transform as a library takes it.
cp::library::fft_call call_of(job const& j, void* in, std::int64_t const* in_strides, void* out,
                              std::int64_t const* out_strides) {
  cp::library::fft_call c;
  c.kind = j.kind;
  c.real = j.real;
  c.in = in;
  c.out = out;
  bool transformed[most] = {};
  for (int i = 0; i < j.axes; ++i) {
    int const a = j.axis[i];
    transformed[a] = true;
    c.axis[c.transformed++] = {j.extent[i], in_strides[a], out_strides[a]};
  }
  for (int i = 0; i < j.rank; ++i)
    if (!transformed[i]) c.axis[c.transformed + c.batched++] = {j.out.shape[i], in_strides[i], out_strides[i]};
  return c;
}

/// Whether a library does it at once, or in calls that are few or long.
bool fits(job const& j, cp::library::fft_call const& c) {
  int const calls = cp::library::count_fft_calls(j.memory, c);
  constexpr std::int64_t few = 64, long_one = 1 << 17;
  return calls > 0 && (calls <= few || product(j.rank, j.out.shape) / calls >= long_one);
}

/// Multiplies element `at` along the axis by a factor, for all other places.
void scale_one(job const& j, int axis, strided const& a, std::int64_t at, double factor) {
  extents shape;
  std::copy(a.shape, a.shape + j.rank, shape.value);
  shape[axis] = 1;
  char* const data = static_cast<char*>(a.data) + at * a.strides[axis] * itemsize_of(j, false);
  scale({.memory = j.memory, .to = j.real, .from = j.real, .complex = false, .factor = factor}, j.rank, shape.value,
        data, a.strides, data, a.strides);
}

double const root2 = std::sqrt(2.0);

/// What orthogonal transforms do besides their factor: of the first and last elements before, and after.
void scale_ends_before(job const& j, strided const& in) {
  for (int i = 0; i < j.axes; ++i) {
    std::int64_t const last = j.extent[i] - 1;
    if (j.kind == fft_kind::cosine1 || j.kind == fft_kind::cosine3) scale_one(j, j.axis[i], in, 0, root2);
    if (j.kind == fft_kind::cosine1 || j.kind == fft_kind::sine3) scale_one(j, j.axis[i], in, last, root2);
  }
}
void scale_ends_after(job const& j) {
  for (int i = 0; i < j.axes; ++i) {
    std::int64_t const last = j.extent[i] - 1;
    if (j.kind == fft_kind::cosine1 || j.kind == fft_kind::cosine2) scale_one(j, j.axis[i], j.out, 0, 1 / root2);
    if (j.kind == fft_kind::cosine1 || j.kind == fft_kind::sine2) scale_one(j, j.axis[i], j.out, last, 1 / root2);
  }
}
bool scales_ends_before(fft_kind k) { return k == fft_kind::cosine1 || k == fft_kind::cosine3 || k == fft_kind::sine3; }

/// The input that a library is given: cropped and padded to what it needs.
struct prepared {
  extents need, clip;
  bool pad = false;
};
prepared prepare_input(job const& j) {
  prepared p;
  std::copy(j.in.shape, j.in.shape + j.rank, p.need.value);
  for (int i = 0; i < j.axes; ++i)
    p.need[j.axis[i]] = j.kind == fft_kind::real_backward && i + 1 == j.axes ? j.extent[i] / 2 + 1 : j.extent[i];
  for (int i = 0; i < j.rank; ++i) {
    p.clip[i] = std::min(p.need[i], j.in.shape[i]);
    p.pad = p.pad || p.clip[i] < p.need[i];
  }
  return p;
}

/// Copies the operand, cropped, padded and scaled, to memory with these strides; where it is padded these are
/// contiguous.
void copy_in(job const& j, prepared const& p, void* to, std::int64_t const* strides) {
  bool const complex = in_is_complex(j.kind);
  if (p.pad) zero_behind(j.memory, to, itemsize_of(j, complex), j.rank, p.need.value, p.clip.value);
  scale({.memory = j.memory,
         .to = j.real,
         .from = j.real,
         .complex = complex,
         .conjugate = j.conjugate && j.kind == fft_kind::real_backward,
         .factor = j.factor},
        j.rank, p.clip.value, to, strides, j.in.data, j.in.strides);
}

/// Transforms along one axis after the other, the last one first, as NumPy does where an axis is named twice.
void transform_in_turn(job const& j) {
  std::vector<storage_ptr> memory;
  extents shape[2], strides[2];
  strided now = j.in;
  for (int i = j.axes; i-- > 0;) {
    job one = j;
    one.axes = 1;
    one.axis = j.axis + i;
    one.extent = j.extent + i;
    one.in = now;
    one.scratch = i + 1 < j.axes;
    one.factor = i == 0 ? j.factor : 1;
    if (i > 0) {
      extents &n = shape[i % 2], &s = strides[i % 2];
      std::copy(now.shape, now.shape + j.rank, n.value);
      n[j.axis[i]] = j.extent[i];
      s = c_strides(j.rank, n.value);
      memory.push_back(workspace(j.memory, product(j.rank, n.value) * itemsize_of(j, true)));
      one.out = {memory.back()->data, n.value, s.value};
    }
    transform(one);
    now = one.out;
  }
}

/// Cosine and sine transforms on the device: one axis after the other, in place behind the first.
void transform_cosines(job const& j, prepared const& p) {
  storage_ptr memory;
  strided now = j.in;
  extents strides;
  job rest = j;
  if (p.pad) {
    strides = c_strides(j.rank, p.need.value);
    memory = workspace(j.memory, product(j.rank, p.need.value) * itemsize_of(j, false));
    copy_in(j, p, memory->data, strides.value);
    now = {memory->data, p.need.value, strides.value};
    rest.factor = 1;
  }
  for (int i = j.axes; i-- > 0;) {
    run_device_cosine({j.kind, j.real == fft_float::float64, j.orthogonal, rest.factor, j.rank, j.axis[i], p.need.value,
                       j.out.data, j.out.strides, now.data, now.strides});
    rest.factor = 1;
    now = j.out;
  }
}

/// Transforms 16-bit numbers in float32.
void transform_in_float32(job const& j, prepared const& p) {
  bool const complex_in = in_is_complex(j.kind), complex_out = out_is_complex(j.kind);
  job wider = j;
  wider.real = fft_float::float32;
  wider.scratch = true;
  extents const in_strides = c_strides(j.rank, p.clip.value), out_strides = c_strides(j.rank, j.out.shape);
  storage_ptr const in = workspace(j.memory, product(j.rank, p.clip.value) * itemsize_of(wider, complex_in));
  scale({.memory = j.memory, .to = wider.real, .from = j.real, .complex = complex_in}, j.rank, p.clip.value, in->data,
        in_strides.value, j.in.data, j.in.strides);
  bool const in_place = complex_in && complex_out && std::equal(p.clip.value, p.clip.value + j.rank, j.out.shape);
  storage_ptr const out =
      in_place ? in : workspace(j.memory, product(j.rank, j.out.shape) * itemsize_of(wider, complex_out));
  wider.in = {in->data, p.clip.value, in_strides.value};
  wider.out = {out->data, j.out.shape, out_strides.value};
  transform(wider);
  scale({.memory = j.memory, .to = j.real, .from = wider.real, .complex = complex_out}, j.rank, j.out.shape, j.out.data,
        j.out.strides, out->data, out_strides.value);
}

/// Transforms that have a factor, of rows that the device has a kernel for: one pass, where a library's transform is
/// one, and the factor another. Whether it did.
bool transform_rows(job const& j, prepared const& p) {
  bool const wide = j.real == fft_float::float64;
  if (!is_device(j.memory) || !cp::library::is_complex_transform(j.kind) || (!wide && j.real != fft_float::float32))
    return false;
  if (j.axes != 1 || p.pad || j.factor == 1) return false;
  int const row = j.axis[0];
  merged_axes const axes = merge(j.rank, j.out.shape, j.out.strides, j.in.strides, row);
  if (axes.count >= pass_rank) return false;
  pass all{{.memory = j.memory, .to = j.real, .from = j.real, .complex = true, .factor = j.factor},
           {},
           {},
           {},
           j.out.data,
           j.in.data};
  for (int i = 0, none = pass_rank - 1 - axes.count; i < pass_rank - 1; ++i)
    set_axis(all, i, i < none ? pass_axis{} : axes.axis[i - none]);
  set_axis(all, pass_rank - 1, {j.extent[0], j.out.strides[row], j.in.strides[row]});
  return run_device_rows(all, j.kind);
}

}  // namespace

double factor_of(fft_kind kind, int norm, bool inverse, int axes, std::int64_t const* extent) {
  double n = 1;
  for (int i = 0; i < axes; ++i) {
    double const e = static_cast<double>(extent[i]);
    n *= !cp::library::is_cosine_or_sine(kind) ? e
         : kind == fft_kind::cosine1           ? 2 * (e - 1)
         : kind == fft_kind::sine1             ? 2 * (e + 1)
                                               : 2 * e;
  }
  if (norm == 1) return 1 / std::sqrt(n);
  return (norm == 0) == inverse ? 1 / n : 1;
}

namespace {

/// The axes in another order: those that are transformed last.
void transformed_last(job const& j, int* order) {
  int at = 0;
  bool transformed[most] = {};
  for (int i = 0; i < j.axes; ++i) transformed[j.axis[i]] = true;
  for (int i = 0; i < j.rank; ++i)
    if (!transformed[i]) order[at++] = i;
  for (int i = 0; i < j.axes; ++i) order[at++] = j.axis[i];
}

}  // namespace

void transform(job const& j) try {
  if (product(j.rank, j.out.shape) == 0) return;
  bool const complex = cp::library::is_complex_transform(j.kind);
  prepared const p = prepare_input(j);
  if (j.axes == 0) return copy_in(j, p, j.out.data, j.out.strides);
  if (cp::library::is_cosine_or_sine(j.kind) && is_device(j.memory)) return transform_cosines(j, p);

  bool const half = cp::library::is_half(j.real);
  // Before a factor 1 / n numbers may be n times as large as the results, behind it n times smaller than the operand's:
  // more than float16 has exponents for (bfloat16 has float32's).
  bool const leaves_range = j.real == fft_float::float16 && j.factor != 1;
  if (half && (!is_device(j.memory) || j.conjugate || leaves_range)) return transform_in_float32(j, p);
  if (complex && j.axes > 1 && (names_twice(j.axes, j.axis) || !nd_planning().load(std::memory_order_relaxed)))
    return transform_in_turn(j);
  if (transform_rows(j, p)) return;
  bool const conjugate_in = j.conjugate && j.kind == fft_kind::real_backward;
  bool const conjugate_out = j.conjugate && j.kind == fft_kind::real_forward;
  bool const ends = j.orthogonal && scales_ends_before(j.kind);
  bool const copy = p.pad || conjugate_in || ((j.kind == fft_kind::real_backward || ends) && !j.scratch);

  // Where the library reads and writes: what is there, or workspace, in C order, or with the transformed axes last.
  int order[most];
  for (int i = 0; i < j.rank; ++i) order[i] = i;
  void *in = j.in.data, *out = j.out.data;
  extents in_strides, out_strides;
  std::copy(j.in.strides, j.in.strides + j.rank, in_strides.value);
  std::copy(j.out.strides, j.out.strides + j.rank, out_strides.value);
  bool const fills_out = copy && complex && contiguous(j.rank, j.out.shape, j.out.strides);
  if (copy) in_strides = strides_in_order(j.rank, p.need.value, order);
  void* const in_there = fills_out ? out : copy ? nullptr : in;  // null is aligned, as workspace is
  bool const relaid = !fits(j, call_of(j, in_there, in_strides.value, out, out_strides.value));
  if (relaid && half) return transform_in_float32(j, p);
  storage_ptr in_memory, out_memory;
  double factor = j.factor;
  if (relaid) {
    transformed_last(j, order);
    // Zeros are laid behind what is there in C order alone.
    extents plain_strides = in_strides;
    storage_ptr plain;
    std::int64_t const in_bytes = product(j.rank, p.need.value) * itemsize_of(j, in_is_complex(j.kind));
    job from = j;
    prepared whole = p;
    if (p.pad) {
      plain = workspace(j.memory, in_bytes);
      copy_in(j, p, plain->data, plain_strides.value);
      from.in = {plain->data, p.need.value, plain_strides.value};
      from.factor = 1;
      from.conjugate = false;
      whole.clip = p.need;
      whole.pad = false;
    }
    in_strides = strides_in_order(j.rank, p.need.value, order);
    in_memory = workspace(j.memory, in_bytes);
    in = in_memory->data;
    copy_in(from, whole, in, in_strides.value);
    factor = 1;
    out_strides = strides_in_order(j.rank, j.out.shape, order);
    if (complex) {
      out = in;
    } else {
      out_memory = workspace(j.memory, product(j.rank, j.out.shape) * itemsize_of(j, out_is_complex(j.kind)));
      out = out_memory->data;
    }
  } else if (copy) {
    if (fills_out) {
      in = out;
    } else {
      in_memory = workspace(j.memory, product(j.rank, p.need.value) * itemsize_of(j, in_is_complex(j.kind)));
      in = in_memory->data;
    }
    copy_in(j, p, in, in_strides.value);
    factor = 1;
  }
  if (ends) scale_ends_before(j, {in, p.need.value, in_strides.value});
  cp::library::execute_fft(j.memory, call_of(j, in, in_strides.value, out, out_strides.value));
  if (relaid || factor != 1 || conjugate_out)
    scale({j.memory, j.real, j.real, out_is_complex(j.kind), conjugate_out, factor}, j.rank, j.out.shape, j.out.data,
          j.out.strides, out, out_strides.value);
  if (j.orthogonal) scale_ends_after(j);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

bool prepare(job const& j, cp::library::fft_plan_set& set, bool make) try {
  if (product(j.rank, j.out.shape) == 0 || names_twice(j.axes, j.axis)) return true;
  prepared const p = prepare_input(j);
  extents const in = c_strides(j.rank, p.need.value), out = c_strides(j.rank, j.out.shape);
  bool const complex = cp::library::is_complex_transform(j.kind), half = cp::library::is_half(j.real);
  auto const plan = [&](job const& k, bool in_place) {
    storage_ptr const from = workspace(k.memory, product(k.rank, p.need.value) * itemsize_of(k, in_is_complex(k.kind)));
    storage_ptr const to =
        in_place ? from : workspace(k.memory, product(k.rank, k.out.shape) * itemsize_of(k, out_is_complex(k.kind)));
    cp::library::fft_call const c = call_of(k, from->data, in.value, to->data, out.value);
    return fits(k, c) ? std::optional(cp::library::prepare_fft(k.memory, c, set, make)) : std::nullopt;
  };
  // As `transform` does it: what is padded, or widened, is transformed where it lies.
  if (!half || is_device(j.memory))
    if (auto const done = plan(j, complex && p.pad)) return *done;
  if (!half) return true;
  job wider = j;
  wider.real = fft_float::float32;
  return plan(wider, complex).value_or(true);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::fft::detail
