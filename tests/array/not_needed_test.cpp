// What C++ has in the place of CuPy's names that a compiled library has no use for (docs/not_needed.tsv): each
// alternative as code. Those for kernels are in tests/expr/raw_kernels_test.cpp.
#include <doctest/doctest.h>

#include <cstring>
#include <fuse/fuse.hpp>
#include <fuse/interop.hpp>
#include <fuse/polynomial.hpp>
#include <fuse/random.hpp>
#include <fuse/testing.hpp>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "array/values.hpp"

using namespace tests;

namespace {

/// A function's parameters and what it returns are in its signature.
struct limited {
  float slope;
  FUSE_HD float operator()(float x, float most) const {
    float const y = slope * x;
    return y < most ? y : most;
  }
};
static_assert(std::is_invocable_r_v<float, limited, float, float>);

FUSE_HD double halved(double x) { return x / 2; }
struct halved_twice {
  FUSE_HD double operator()(double x) const { return halved(halved(x)); }
};
auto squared(auto x) { return x * x; }

struct no_squares {
  FUSE_HD double operator()() const { return 0; }
};
struct square_of {
  FUSE_HD double operator()(float x) const { return double(x) * x; }
};
struct plus {
  FUSE_HD double operator()(double a, double b) const { return a + b; }
};
struct root_of {
  FUSE_HD float operator()(double x) const { return static_cast<float>(cp::scalar::sqrt(x)); }
};

/// One result for each device, as cupy.memoize(for_each_device=True) keeps.
std::string const& name_of_device() {
  static std::mutex mutex;
  static std::map<int, std::string> names;
  std::lock_guard const lock(mutex);
  int const device = cp::cuda::current_device();
  return names.try_emplace(device, "device " + std::to_string(device)).first->second;
}

/// For arrays of both spaces.
template <class A>
auto ramp_like(A const& a) {
  return cp::eval(cp::linspace<float, typename A::space>(0, 1, a.size()));
}

struct alignas(16) quad {
  float x, y, z, w;
};

}  // namespace

// instead of: cupy.ElementwiseKernel.in_params; cupy.ElementwiseKernel.nargs; cupy.ElementwiseKernel.nin
// instead of: cupy.ElementwiseKernel.nout; cupy.ElementwiseKernel.out_params; cupy.ElementwiseKernel.params
TEST_CASE("a function's own signature") {
  CHECK(equals<float>(cp::elementwise(limited{2})(cp::arange<float>(4), 3), {4}, {0, 2, 3, 3}));
}

// instead of: cupy.ElementwiseKernel.name; cupy.ElementwiseKernel.operation; cupy.ElementwiseKernel.preamble
TEST_CASE("the function, and functions that it calls") {
  CHECK(equals<double>(cp::elementwise(halved_twice{})(cp::arange<double>(3)), {3}, {0, 0.25, 0.5}));
  auto const f = cp::fuse([](auto x) { return squared(x) + squared(x + 1); });
  CHECK(equals<float>(f(cp::arange<float>(3)), {3}, {1, 5, 13}));
}

// instead of: cupy.ElementwiseKernel.kwargs; cupy.ElementwiseKernel.no_return; cupy.ElementwiseKernel.return_tuple
TEST_CASE("a lambda returns a value or several; what is to be written is named where it is called") {
  auto const x = cp::arange<float>(3);
  auto const both = cp::fuse([](auto a) { return std::tuple(a + 1, a * a); });
  auto const [more, squares] = both(x);
  CHECK(equals<float>(more, {3}, {1, 2, 3}));
  auto const to = cp::zeros<float>({3});
  cp::fuse([](auto a) { return a * a; }).into(to)(x);
  CHECK(equals<float>(to, {3}, {0, 1, 4}));
  CHECK(values(squares) == values(to));
}

// instead of: cupy.ElementwiseKernel.cached_code; cupy.ElementwiseKernel.cached_codes
TEST_CASE("the plan of a kernel") {
  auto const x = cp::arange<float>(3);
  CHECK(cp::explain(2 * x + 1).find("cp::multiply") != std::string::npos);
}

// instead of: cupy.ReductionKernel.map_expr; cupy.ReductionKernel.options; cupy.ReductionKernel.post_map_expr
// instead of: cupy.ReductionKernel.preamble; cupy.ReductionKernel.reduce_expr; cupy.ReductionKernel.reduce_type
// instead of: cupy.ReductionKernel.nargs; cupy.ReductionKernel.nin
// instead of: cupy.ReductionKernel.nout; cupy.ReductionKernel.params
TEST_CASE("a reduction's functions, and their signatures") {
  static_assert(std::is_invocable_r_v<double, square_of, float> && std::is_invocable_r_v<float, root_of, double>);
  auto const length = cp::reduction(no_squares{}, square_of{}, plus{}, root_of{});
  CHECK(equals<float>(length(cp::ndarray<float, 2>{{3, 4}, {5, 12}}, cp::axis<1>), {2}, {5, 13}));
}

// instead of: cupy.clear_memo; cupy.memoize
TEST_CASE("a static variable; one a device") {
  if (cp::cuda::device_count() == 0) return;
  CHECK(&name_of_device() == &name_of_device());
  CHECK(name_of_device() == "device " + std::to_string(cp::cuda::current_device()));
}

// instead of: cupy.dtype
TEST_CASE("dtypes are types, and values at run time") {
  auto const x = cp::zeros<cp::float16>({2});
  static_assert(std::is_same_v<decltype(x)::value_type, cp::float16>);
  CHECK(x.dtype() == cp::dtype_of<cp::float16>);
  CHECK(x.dtype() != cp::dtype_of<float>);
}

// instead of: cupy.get_array_module; cupyx.scipy.get_array_module
TEST_CASE("the space is part of an array's type") {
  auto const here = ramp_like(cp::zeros<float, cp::host_space>({3}));
  static_assert(std::is_same_v<decltype(here)::space, cp::host_space>);
  CHECK(here.tolist() == floats{0, 0.5, 1});
  auto const there = ramp_like(cp::zeros<float>({3}));
  static_assert(std::is_same_v<decltype(there)::space, cp::default_space>);
  CHECK(values(there) == floats{0, 0.5, 1});
}

// instead of: cupy.make_aligned_dtype
TEST_CASE("an aligned struct as an element") {
  static_assert(sizeof(quad) == 16 && alignof(quad) == 16);
  auto const a = cp::full<quad>(2, {1, 2, 3, 4});
  CHECK(a.item(1).w == 4);
  CHECK(a.nbytes() == 32);
}

// instead of: cupy.ndarray.__complex__; cupy.ndarray.__index__
TEST_CASE("an element as a number of C++") {
  auto const a = cp::eval(cp::sum(cp::arange<std::int64_t>(5)));
  CHECK(a.item() == 10);
  CHECK(int(a) == 10);
  CHECK(static_cast<cp::complex128>(a.item()) == cp::complex128(10, 0));
  std::vector<int> const v(20, 7);
  CHECK(v[static_cast<std::size_t>(a.item())] == 7);
}

// instead of: cupy.ndarray.__cuda_array_interface__
TEST_CASE("what others need to know of an array's memory") {
  auto const a = counted<float>({2, 3});
  auto const same = cp::from_memory<cp::default_space>(a.data(), a.shape());
  CHECK(values(same) == values(a));
  CHECK(list_of(a.strides()) == longs{3, 1});
  auto* const tensor = cp::to_dlpack(a);
  CHECK(tensor->dl_tensor.data == a.data());
  CHECK(values(cp::from_dlpack<float, 2, cp::default_space>(tensor)) == values(a));
}

// instead of: CUPY_EXPERIMENTAL_SLICE_COPY
TEST_CASE("arrays of the host into arrays of a device") {
  auto const a = cp::zeros<float>({4});
  cp::ndarray<float, 1, cp::host_space> const h{1, 2}, all{5, 6, 7, 8};
  a(cp::slice(1, 3)) = h.to<cp::default_space>();
  CHECK(values(a) == floats{0, 1, 2, 0});
  a.set(all);
  CHECK(values(a) == floats{5, 6, 7, 8});
}

// instead of: CUPY_CUDA_PER_THREAD_DEFAULT_STREAM
TEST_CASE("each thread has a current stream") {
  cp::stream mine;
  cp::stream_guard const guard(mine);
  CHECK(cp::current_stream() == cp::stream_ref(mine));
  auto const x = cp::ones<float>({3});
  CHECK(values(x + 1) == floats{2, 2, 2});
}

// instead of: RawKernel/RawModule translate_cucomplex option; <cupy/complex.cuh>
TEST_CASE("complex numbers lie as those of C and of CUDA") {
  static_assert(sizeof(cp::complex64) == 8 && sizeof(cp::complex128) == 16);
  cp::complex64 const z(1, 2);
  float parts[2];
  std::memcpy(parts, &z, sizeof z);
  CHECK(parts[0] == 1);
  CHECK(parts[1] == 2);
  CHECK(z * z == cp::complex64(-3, 4));
}

// instead of: cupy.poly1d.get; cupy.poly1d.set
TEST_CASE("the coefficients of a polynomial") {
  cp::poly1d<double> p({1, 2, 3});
  CHECK(p.coeffs() == doubles{1, 2, 3});
  p = cp::poly1d<double>({4, 5});
  CHECK(p.coeffs() == doubles{4, 5});
}

// instead of: cupy.testing.fix_random; cupy.testing.generate_seed
TEST_CASE("a seed") {
  cp::random::seed(7);
  auto const first = values(cp::random::random<float>({3}));
  cp::random::seed(7);
  CHECK(values(cp::random::random<float>({3})) == first);
}

// instead of: cupy.testing.for_all_dtypes; cupy.testing.for_all_dtypes_combination; cupy.testing.for_complex_dtypes
// instead of: cupy.testing.for_dtypes; cupy.testing.for_dtypes_combination; cupy.testing.for_float_dtypes
// instead of: cupy.testing.for_int_dtypes; cupy.testing.for_int_dtypes_combination; cupy.testing.for_signed_dtypes
// instead of: cupy.testing.for_signed_dtypes_combination; cupy.testing.for_unsigned_dtypes
// instead of: cupy.testing.for_unsigned_dtypes_combination
TEST_CASE_TEMPLATE("a test of several dtypes", T, bool, std::int32_t, cp::float16, cp::complex64) {
  CHECK(cp::sum(cp::ones<T>({5})).item() == typename decltype(cp::sum(cp::ones<T>({5})))::value_type(5));
}

// instead of: CUPY_TEST_GPU_LIMIT; cupy.testing.attr.gpu / slow / multi_gpu / cudnn
// instead of: cupy.testing.multi_gpu; cupy.testing.slow
TEST_CASE("a test of two devices" * doctest::test_suite("multi_gpu")) {
  if (cp::cuda::device_count() < 2) return;
  cp::cuda::device_guard const second(1);
  CHECK(cp::sum(cp::ones<float>({5})).item() == 5);
}

namespace {

/// A test's body, for any space.
template <class Space>
auto sums() {
  auto const x = cp::reshape(cp::arange<float, Space>(6), {2, 3});
  return cp::eval(cp::sum(x, cp::axis<0>)).to_host();
}

}  // namespace

// instead of: cupy.testing.numpy_cupy_allclose; cupy.testing.numpy_cupy_array_almost_equal
// instead of: cupy.testing.numpy_cupy_array_almost_equal_nulp; cupy.testing.numpy_cupy_array_equal
// instead of: cupy.testing.numpy_cupy_array_less; cupy.testing.numpy_cupy_array_list_equal
// instead of: cupy.testing.numpy_cupy_array_max_ulp; cupy.testing.numpy_cupy_equal; cupy.testing.numpy_cupy_raises
TEST_CASE("a function over the space") {
  auto const expected = sums<cp::host_space>();
  CHECK(expected.tolist() == floats{3, 5, 7});
#if FUSE_NVCC
  cp::testing::assert_allclose(sums<cp::cuda_space>(), expected);
#else
  cp::testing::assert_allclose(sums<cp::default_space>(), expected);
#endif
}
