// The lines of docs/numpy.md: what NumPy or CuPy writes in a comment, then what it is here. Compiled and run, so that
// the page is true. scripts/numpy_table makes the page: `## ` begins a section, `py: ` a row, whose C++ follows up to
// an empty line or a `check`.
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <fuse/linalg.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <tuple>
#include <vector>

namespace {

int failures = 0;

/// Compares an array's text (what NumPy's repr shows) with what NumPy gives.
template <class X>
void check(X const& x, std::string const& expected) {
  if (cp::array_repr(x) == expected) return;
  ++failures;
  std::printf("expected %s\n     got %s\n", expected.c_str(), cp::array_repr(x).c_str());
}

void making_arrays() {
  // ## Making arrays
  // py: x = np.zeros((2, 3), dtype=np.float32)
  auto x = cp::zeros<float>({2, 3});
  check(x, "array([[0., 0., 0.],\n       [0., 0., 0.]], dtype=float32)");

  // py: ones = np.ones(3)
  auto ones = cp::ones(3);
  check(ones, "array([1., 1., 1.])");

  // py: sevens = np.full((2, 2), 7, dtype=np.int64)
  auto sevens = cp::full<std::int64_t>({2, 2}, 7);
  check(sevens, "array([[7, 7],\n       [7, 7]])");

  // py: like = np.empty_like(x)
  auto like = cp::empty_like(x);

  // py: a = np.array([[1, 2], [3, 4]], dtype=np.float32)
  auto a = cp::array<float>({{1, 2}, {3, 4}});
  check(a, "array([[1., 2.],\n       [3., 4.]], dtype=float32)");

  std::vector<int> list{1, 2, 3};
  // py: from_list = np.asarray(list)
  auto from_list = cp::asarray(list);
  check(from_list, "array([1, 2, 3], dtype=int32)");

  // py: even = np.arange(0, 10, 2)
  auto even = cp::arange(0, 10, 2);
  check(even, "array([0, 2, 4, 6, 8])");

  // py: spaced = np.linspace(0, 1, 5)
  auto spaced = cp::linspace(0, 1, 5);
  check(spaced, "array([0.  , 0.25, 0.5 , 0.75, 1.  ])");

  // py: unit = np.eye(3)
  auto unit = cp::eye(3);
  check(unit(0), "array([1., 0., 0.])");

  // py: i, j = np.indices((2, 3))
  auto i = cp::index<0>({2, 3}), j = cp::index<1>({2, 3});
  check(10 * i + j, "array([[ 0,  1,  2],\n       [10, 11, 12]])");

  // py: f = np.fromfunction(lambda k, l: k == l, (2, 2))
  auto f = cp::eval(cp::fromfunction([](auto k, auto l) { return k == l; }, {2, 2}));
  check(f, "array([[ True, False],\n       [False,  True]])");
  (void)like;
}

void views() {
  auto x = cp::reshape(cp::arange(12), {3, 4});
  // ## Indexing and views
  // py: element = x[1, 2]
  auto element = x.item(1, 2);
  check(cp::asarray(element), "array(6)");

  // py: last = x[-1]
  auto last = x(-1);
  check(last, "array([ 8,  9, 10, 11])");

  // py: part = x[1:, ::2]
  auto part = x(cp::slice(1, cp::end), cp::slice(cp::end, cp::end, 2));
  check(part, "array([[ 4,  6],\n       [ 8, 10]])");

  // py: middle = x[:, 1:-1]
  auto middle = x(cp::all, cp::slice(1, -1));
  check(middle, "array([[ 1,  2],\n       [ 5,  6],\n       [ 9, 10]])");

  // py: backwards = x[::-1]
  auto backwards = x(cp::slice(cp::end, cp::end, -1));
  check(backwards(0), "array([ 8,  9, 10, 11])");

  // py: column = x[..., 0]
  auto column = x(cp::ellipsis, 0);
  check(column, "array([0, 4, 8])");

  // py: stretched = x[:, None]
  auto stretched = x(cp::all, cp::newaxis);
  check(cp::eval(stretched).T()(0, 0), "array([0, 4, 8])");

  // py: t = x.T
  auto t = x.T();
  check(t(1), "array([1, 5, 9])");

  // py: two_rows = x.reshape(2, -1)
  auto two_rows = cp::reshape(x, {2, -1});
  check(two_rows(1), "array([ 6,  7,  8,  9, 10, 11])");

  // py: flat = x.ravel()
  auto flat = cp::ravel(x);
  check(cp::asarray(flat.item(5)), "array(5)");

  auto y = cp::zeros({1, 3, 4});
  // py: moved = np.transpose(y, (2, 0, 1))
  auto moved = cp::transpose(y, {2, 0, 1});

  // py: without = np.squeeze(y, axis=0)
  auto without = cp::squeeze<0>(y);
  check(without(0), "array([0., 0., 0., 0.])");

  // py: more = np.expand_dims(x, 0)
  auto more = cp::expand_dims(x, 0);

  auto v = cp::arange(4);
  // py: wide = np.broadcast_to(v, (3, 4))
  auto wide = cp::broadcast_to(v, {3, 4});
  check(wide(2), "array([0, 1, 2, 3])");

  // py: facts = x.shape, x.ndim, x.size, x.dtype
  auto facts = std::tuple(x.shape(), x.ndim(), x.size(), x.dtype());
  (void)moved, (void)more, (void)facts;
}

void operations() {
  auto x = cp::array<float>({1, 4, 9});
  auto y = cp::array<float>({1, 2, 3});
  // ## Elementwise operations
  // py: z = np.sqrt(x) * 2 + y
  auto z = cp::eval(cp::sqrt(x) * 2 + y);
  check(z, "array([3., 6., 9.], dtype=float32)");

  // py: z = x**2 - x // y
  z = cp::square(x) - cp::floor_divide(x, y);
  check(z, "array([ 0., 14., 78.], dtype=float32)");

  // py: z = np.where(x > y, x, 0)
  z = cp::where(x > y, x, 0);
  check(z, "array([0., 4., 9.], dtype=float32)");

  // py: z = np.clip(x, 2, 5)
  z = cp::clip(x, 2, 5);
  check(z, "array([2., 4., 5.], dtype=float32)");

  // py: b = (x > 1) & ~(y == 3)
  auto b = cp::eval((x > 1) & ~(y == 3));
  check(b, "array([False,  True, False])");

  // py: n = x.astype(np.int32)
  auto n = cp::eval(cp::astype<std::int32_t>(x));
  check(n, "array([1, 4, 9], dtype=int32)");

  // py: table = np.add.outer(x, y)
  auto table = cp::eval(x(cp::all, cp::newaxis) + y);
  check(table(0), "array([2., 3., 4.], dtype=float32)");

  // py: s = table.sum(axis=0)
  auto s = cp::eval(cp::sum(table, 0));
  check(s, "array([17., 20., 23.], dtype=float32)");

  // py: m = table.mean(axis=(0, 1), keepdims=True)
  auto m = cp::eval(cp::mean(table, cp::axis<0, 1>, cp::keepdims));
  check(m, "array([[6.6666665]], dtype=float32)");

  // py: table = (table - table.mean(axis=0)) / table.std(axis=0, ddof=1)
  table = (table - cp::mean(table, cp::axis<0>)) / cp::std(table, cp::axis<0>, cp::ddof<1>);
  // Last bits differ where sums are added in another order.
  check(cp::rint(49 * cp::sum(cp::square(table), cp::axis<1>)), "array([121.,   4., 169.], dtype=float32)");

  // py: lo, hi, at = x.min(), x.max(), x.argmax()
  auto [lo, hi, at] = cp::evaluate(cp::min(x), cp::max(x), cp::argmax(x));
  check(hi, "array(9., dtype=float32)");
  check(at, "array(2)");

  // py: q, r = np.divmod(x, 2)
  auto [quotient, remainder] = cp::divmod(x, 2);
  auto [q, r] = cp::evaluate(quotient, remainder);
  check(q, "array([0., 2., 4.], dtype=float32)");
  check(r, "array([1., 0., 1.], dtype=float32)");
}

void products() {
  auto a = cp::array<float>({{1, 2}, {3, 4}}), b = cp::array<float>({{0, 1}, {1, 0}});
  auto c = cp::ones<float>({2, 2});
  // ## Products
  // py: p = a @ b
  auto p = cp::eval(cp::matmul(a, b));
  check(p, "array([[2., 1.],\n       [4., 3.]], dtype=float32)");

  // py: c[...] = 2 * np.dot(a.T, b) + c
  c(cp::all) = 2 * cp::dot(a.T(), b) + c;
  check(c, "array([[7., 3.],\n       [9., 5.]], dtype=float32)");

  // py: scalar = np.dot(a[0], b[1])
  auto scalar = cp::dot(a(0), b(1)).item();
  check(cp::asarray<cp::host_space>(scalar), "array(1., dtype=float32)");

  // py: e = np.einsum('ij,kj->ik', a, b)
  auto e = cp::eval(cp::einsum<"ij,kj->ik">(a, b));
  check(e, "array([[2., 1.],\n       [4., 3.]], dtype=float32)");

  // py: o = np.outer(a[0], b[1])
  auto o = cp::eval(cp::outer(a(0), b(1)));
  check(o, "array([[1., 0.],\n       [2., 0.]], dtype=float32)");

  // py: t = np.tensordot(a, b, axes=1)
  auto t = cp::eval(cp::tensordot<1>(a, b));
  check(t, "array([[2., 1.],\n       [4., 3.]], dtype=float32)");

  // py: m = np.linalg.matrix_power(a, 3)
  auto m = cp::eval(cp::linalg::matrix_power(a, 3));
  check(m, "array([[ 37.,  54.],\n       [ 81., 118.]], dtype=float32)");

  // py: d = np.linalg.multi_dot([a, b, a])
  auto d = cp::eval(cp::linalg::multi_dot(a, b, a));
  check(d, "array([[ 5.,  8.],\n       [13., 20.]], dtype=float32)");
}

void assignments() {
  auto x = cp::array<float>({{1, 2, 3}, {4, 5, 6}});
  // ## Assigning
  // py: y = x
  auto y = x;

  // py: y = x.copy()
  y = x.copy();

  // py: y = x + 1
  y = x + 1;

  // py: y[...] = x + 1
  y(cp::all) = x + 1;

  // py: y += x
  y += x;
  check(y(0), "array([3., 5., 7.], dtype=float32)");

  // py: y[0] = 0
  y(0) = 0;

  // py: y[1:, ::2] *= 10
  y(cp::slice(1, cp::end), cp::slice(cp::end, cp::end, 2)) *= 10;
  check(y, "array([[  0.,   0.,   0.],\n       [ 90.,  11., 130.]], dtype=float32)");

  // py: y[y > 100] = 100
  y(y > 100) = 100;
  check(y(1), "array([ 90.,  11., 100.], dtype=float32)");

  // py: y.fill(1)
  y.fill(1);

  // py: np.add(x, 1, out=y)
  cp::evaluate(cp::into(y, x + 1));
  check(y(1), "array([5., 6., 7.], dtype=float32)");
}

void gathers() {
  auto x = cp::array<float>({{1, 2, 3}, {4, 5, 6}});
  auto i = cp::array<std::int64_t>({1, 0}), j = cp::array<std::int64_t>({2, -1});
  // ## Indexing with arrays, joining, splitting
  // py: picked = x[i, j]
  auto picked = cp::eval(x(i, j));
  check(picked, "array([6., 3.], dtype=float32)");

  // py: rows = x[i]
  auto rows = cp::eval(x(i));
  check(rows(0), "array([4., 5., 6.], dtype=float32)");

  // py: columns = x[:, j]
  auto columns = cp::eval(x(cp::all, j));
  check(columns(0), "array([3., 3.], dtype=float32)");

  // py: large = x[x > 4]
  auto large = cp::eval(x(x > 4));
  check(large, "array([5., 6.], dtype=float32)");

  // py: rows[i, 0] = 9
  rows(i, 0) = 9;

  // py: rows[:, j] += 1
  rows(cp::all, j) += 1;
  check(rows(0), "array([9., 5., 7.], dtype=float32)");

  // py: rows[rows > 6] = [1, 2, 3]
  rows(rows > 6) = cp::arange<float>(1, 4);
  check(rows, "array([[1., 5., 2.],\n       [3., 2., 4.]], dtype=float32)");

  // py: where = np.nonzero(x > 4)
  auto [down, across] = cp::nonzero(x > 4);
  check(across, "array([1, 2])");
  (void)down;

  // py: steps = np.select([x < 2, x > 5], [0, 1], 0.5)
  auto steps = cp::select(std::tuple(x<2, x> 5), std::tuple(0, 1), 0.5);
  check(cp::eval(steps(0)), "array([0. , 0.5, 0.5])");

  // py: taken = np.take(x, i)
  auto taken = cp::eval(cp::take(x, i));
  check(taken, "array([2., 1.], dtype=float32)");

  auto y = cp::zeros<float>({2, 1});
  // py: joined = np.concatenate([x, y], axis=1)
  auto joined = cp::eval(cp::concatenate<1>(x, y));
  check(joined(0), "array([1., 2., 3., 0.], dtype=float32)");

  // py: stacked = np.stack([x, x])
  auto stacked = cp::eval(cp::stack(x, x));

  // py: halves = np.split(x, 2)
  auto halves = cp::split(x, 2);
  check(halves[1], "array([[4., 5., 6.]], dtype=float32)");

  // py: diagonal = np.diag(x)
  auto diagonal = cp::diag(x);
  check(diagonal, "array([1., 5.], dtype=float32)");
  (void)stacked;
}

void files_and_text() {
  auto x = cp::array<float>({{1, 2, 3}, {4, 5, 6}});
  // ## Files, text, other memory
  // py: np.save("x.npy", x)
  cp::save("x.npy", x);

  // py: x = np.load("x.npy")
  x = cp::load<float, 2>("x.npy");

  // py: print(x)
  std::cout << x << "\n";

  // py: text = repr(x)
  auto text = cp::array_repr(x);

  // py: np.set_printoptions(precision=3)
  auto print = cp::get_printoptions();
  print.precision = 3;
  cp::set_printoptions(print);

  // py: h = cp.asnumpy(x)
  auto h = x.to_host();

  // py: d = cp.asarray(h)
  auto d = h.to<cp::default_space>();

  // py: one = float(x[0, 1])
  float one = x.item(0, 1);
  check(cp::asarray(one), "array(2., dtype=float32)");
  (void)d, (void)text;
}

#if FUSE_NVCC
__global__ void twice(float* x, int n) {
  int const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= 2;
}
#endif

void kernels() {
  auto x = cp::array<float>({1, 2, 3}), y = cp::array<float>({4, 5, 6});
  // ## Fusing, kernels of your own
  // py: f = cp.fuse(lambda p, q: p * q + 1)
  auto f = cp::fuse([](auto p, auto q) { return p * q + 1; });
  check(f(x, y), "array([ 5., 11., 19.], dtype=float32)");

  // py: f2 = cp.fuse(lambda p, q: (p + q, p - q))
  auto f2 = cp::fuse([](auto p, auto q) { return std::tuple(p + q, p - q); });

  // py: a, b = f2(x, y)
  auto [a, b] = f2(x, y);
  check(b, "array([-3., -3., -3.], dtype=float32)");

  // py: relu = cp.ElementwiseKernel("T v", "T y", "y = v > 0 ? v : 0")
  auto relu = cp::elementwise(CP_LAMBDA(float v) { return v > 0 ? v : 0; });
  check(relu(x - 2), "array([0., 0., 1.], dtype=float32)");
  (void)a;

#if FUSE_NVCC
  if (!cp::cuda::is_available()) return;
  int n = 3;
  // py: cp.RawKernel(source, "twice")((1,), (256,), (x, n))
  cp::launch(twice, cp::grid::cover(n), x, n);
  check(x, "array([2., 4., 6.], dtype=float32)");
#endif
}

void runtime() {
  // ## Devices, streams, memory
  // py: gpu = cp.cuda.is_available()
  bool gpu = cp::cuda::is_available();

  // py: with cp.cuda.Stream() as s:
  cp::stream s;
  cp::stream_guard guard(s);

  // py: s.synchronize()
  s.synchronize();

  // py: ms = cp.cuda.get_elapsed_time(begin, end)
  cp::event begin, end;
  begin.record();
  end.record();
  double ms = end.elapsed_ms_since(begin);

  // py: pool = cp.get_default_memory_pool()
  auto pool = gpu ? cp::device_pool() : cp::host_pool();

  // py: bytes = pool.used_bytes(), pool.total_bytes()
  auto bytes = std::pair(pool.statistics().used_bytes, pool.statistics().reserved_bytes);

  // py: pool.free_all_blocks()
  pool.trim();

  (void)ms, (void)bytes;
}

}  // namespace

int main() {
  making_arrays();
  views();
  operations();
  products();
  assignments();
  gathers();
  files_and_text();
  kernels();
  runtime();
  return failures == 0 ? 0 : 1;
}
