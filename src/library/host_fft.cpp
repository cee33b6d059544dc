// Fourier transforms on the host, by FFTW.
#include <cstdint>
#include <fuse/core/error.hpp>
#include <fuse/library/fft.hpp>
#include <fuse/runtime/counters.hpp>
#include <fuse/runtime/launch.hpp>
#include <memory>
#include <mutex>

#include "fft_plans.hpp"
#include "runtime/fork.hpp"

#if FUSE_HAVE_FFTW
#include <fftw3.h>

namespace cp::library {

namespace {

/// One of FFTW's two libraries under names of its own.
template <class Real>
struct fftw;
template <>
struct fftw<double> {
  using complex = fftw_complex;
  using plan = fftw_plan;
  static constexpr auto alignment = fftw_alignment_of;
  static constexpr auto plan_complex = fftw_plan_guru64_dft;
  static constexpr auto plan_forward = fftw_plan_guru64_dft_r2c;
  static constexpr auto plan_backward = fftw_plan_guru64_dft_c2r;
  static constexpr auto plan_real = fftw_plan_guru64_r2r;
  static constexpr auto run_complex = fftw_execute_dft;
  static constexpr auto run_forward = fftw_execute_dft_r2c;
  static constexpr auto run_backward = fftw_execute_dft_c2r;
  static constexpr auto run_real = fftw_execute_r2r;
  static constexpr auto destroy = fftw_destroy_plan;
};
template <>
struct fftw<float> {
  using complex = fftwf_complex;
  using plan = fftwf_plan;
  static constexpr auto alignment = fftwf_alignment_of;
  static constexpr auto plan_complex = fftwf_plan_guru64_dft;
  static constexpr auto plan_forward = fftwf_plan_guru64_dft_r2c;
  static constexpr auto plan_backward = fftwf_plan_guru64_dft_c2r;
  static constexpr auto plan_real = fftwf_plan_guru64_r2r;
  static constexpr auto run_complex = fftwf_execute_dft;
  static constexpr auto run_forward = fftwf_execute_dft_r2c;
  static constexpr auto run_backward = fftwf_execute_dft_c2r;
  static constexpr auto run_real = fftwf_execute_r2r;
  static constexpr auto destroy = fftwf_destroy_plan;
};

/// FFTW's planner serves one thread at a time.
std::mutex& planner() {
  static auto& mutex = runtime::lock_in_forks(*new std::mutex, runtime::lock_floor::planner);
  return mutex;
}

[[maybe_unused]] bool const made = runtime::make_before_forks([] { (void)planner(); });

struct host_plan : fft_plan {
  virtual void run(void* in, void* out) const = 0;
};

fftw_r2r_kind r2r_kind(fft_kind k) {
  switch (k) {
    case fft_kind::cosine1:
      return FFTW_REDFT00;
    case fft_kind::cosine2:
      return FFTW_REDFT10;
    case fft_kind::cosine3:
      return FFTW_REDFT01;
    case fft_kind::cosine4:
      return FFTW_REDFT11;
    case fft_kind::sine1:
      return FFTW_RODFT00;
    case fft_kind::sine2:
      return FFTW_RODFT10;
    case fft_kind::sine3:
      return FFTW_RODFT01;
    default:
      return FFTW_RODFT11;
  }
}

template <class Real>
struct fftw_plan_of final : host_plan {
  using library = fftw<Real>;
  using complex = typename library::complex;

  explicit fftw_plan_of(fft_call const& c) : kind(c.kind) {
    fftw_iodim64 axes[fft_call::most_axes];
    for (int i = 0; i < c.transformed + c.batched; ++i) axes[i] = {c.axis[i].extent, c.axis[i].in, c.axis[i].out};
    fftw_iodim64 const* const repeated = axes + c.transformed;
    auto* const real_in = static_cast<Real*>(c.in);
    auto* const complex_in = static_cast<complex*>(c.in);
    auto* const real_out = static_cast<Real*>(c.out);
    auto* const complex_out = static_cast<complex*>(c.out);
    // FFTW_ESTIMATE alone plans without writing to the arrays.
    unsigned const flags = FFTW_ESTIMATE | (kind == fft_kind::real_backward ? FFTW_DESTROY_INPUT : 0U);
    std::lock_guard const lock(planner());
    if (kind == fft_kind::real_forward) {
      plan = library::plan_forward(c.transformed, axes, c.batched, repeated, real_in, complex_out, flags);
    } else if (kind == fft_kind::real_backward) {
      plan = library::plan_backward(c.transformed, axes, c.batched, repeated, complex_in, real_out, flags);
    } else if (is_complex_transform(kind)) {
      plan = library::plan_complex(c.transformed, axes, c.batched, repeated, complex_in, complex_out,
                                   kind == fft_kind::forward ? FFTW_FORWARD : FFTW_BACKWARD, flags);
    } else {
      fftw_r2r_kind kinds[fft_call::most_axes];
      for (fftw_r2r_kind& k : kinds) k = r2r_kind(kind);
      plan = library::plan_real(c.transformed, axes, c.batched, repeated, real_in, real_out, kinds, flags);
    }
    if (plan == nullptr) throw library_error("cp::fft: FFTW made no plan for this transform");
  }
  ~fftw_plan_of() override {
    std::lock_guard const lock(planner());
    if (plan != nullptr) library::destroy(plan);
  }
  fftw_plan_of(fftw_plan_of const&) = delete;
  fftw_plan_of& operator=(fftw_plan_of const&) = delete;

  void run(void* in, void* out) const override {
    if (kind == fft_kind::real_forward)
      library::run_forward(plan, static_cast<Real*>(in), static_cast<complex*>(out));
    else if (kind == fft_kind::real_backward)
      library::run_backward(plan, static_cast<complex*>(in), static_cast<Real*>(out));
    else if (is_complex_transform(kind))
      library::run_complex(plan, static_cast<complex*>(in), static_cast<complex*>(out));
    else
      library::run_real(plan, static_cast<Real*>(in), static_cast<Real*>(out));
  }

  fft_kind kind;
  typename library::plan plan = nullptr;
};

struct fft_step {
  host_plan const* plan;
  void *in, *out;
};

template <class Real>
int alignment_of(void* p) {
  return fftw<Real>::alignment(static_cast<Real*>(p));
}

/// A call without its addresses; a plan serves arrays that lie alike on the vectors' boundaries.
fft_key host_key_of(fft_call const& c) {
  fft_key key = key_of(c);
  bool const wide = c.real == fft_float::float64;
  key.push_back(wide ? alignment_of<double>(c.in) : alignment_of<float>(c.in));
  key.push_back(wide ? alignment_of<double>(c.out) : alignment_of<float>(c.out));
  return key;
}
std::shared_ptr<fft_plan> make_plan(fft_call const& c) {
  if (c.real == fft_float::float64) return std::make_shared<fftw_plan_of<double>>(c);
  return std::make_shared<fftw_plan_of<float>>(c);
}
std::shared_ptr<fft_plan> find_plan(fft_call const& c) {
  fft_plan_cache& cache = fft_plans(-1);
  std::lock_guard const lock(cache.mutex);
  auto plan = cache.find(host_key_of(c), [&] { return make_plan(c); });
  if (runtime::is_capturing()) cache.keep(plan);
  return plan;
}

}  // namespace

bool prepare_host_fft(fft_call const& c, fft_plan_set& set, bool make) {
  fft_plan_cache& cache = fft_plans(-1);
  std::lock_guard const lock(cache.mutex);
  return cache.collect(host_key_of(c), set, make, [&] { return make_plan(c); });
}
bool has_host_fft() noexcept { return true; }
void execute_host_fft(fft_call const& c) {
  std::shared_ptr<fft_plan> const plan = find_plan(c);
  runtime::count_library_call();
  fft_step const step{static_cast<host_plan const*>(plan.get()), c.in, c.out};
  runtime::record(
      [](void const* arguments) {
        auto const& s = *static_cast<fft_step const*>(arguments);
        s.plan->run(s.in, s.out);
      },
      &step, sizeof step);
}

}  // namespace cp::library

#else

namespace cp::library {

namespace {
[[noreturn]] void throw_no_fftw() {
  throw value_error(
      "cp::fft: this build has no transforms in host memory: FFTW was not found, or FUSE_FFTW is OFF (configure with "
      "FUSE_FFTW=ON where fftw3 and fftw3f are installed; libfftw3-dev on Debian and Ubuntu)");
}
}  // namespace

bool has_host_fft() noexcept { return false; }
void execute_host_fft(fft_call const&) { throw_no_fftw(); }
bool prepare_host_fft(fft_call const&, fft_plan_set&, bool) { throw_no_fftw(); }

}  // namespace cp::library

#endif
