// The library's own bookkeeping running out of memory: every `operator new` of every scenario fails once, and nothing
// but out_of_memory comes of it; no array has changed, nothing is leaked, and the same statement works afterwards.
#include <doctest.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <iterator>
#include <new>
#include <random>
#include <string>
#include <vector>

#include <fuse/fft.hpp>
#include <fuse/fuse.hpp>
#include <fuse/io.hpp>
#include <fuse/linalg.hpp>
#include <fuse/polynomial.hpp>
#include <fuse/random.hpp>

namespace {

// Of the thread that counts; the others' allocations are not touched.
constinit thread_local bool counting = false, from_then_on = false;
constinit thread_local std::int64_t left = 0, failed = 0, live = 0;

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (counting && left-- <= 0 && (from_then_on || failed == 0)) {
    ++failed;
    return nullptr;
  }
  void* const p = alignment > alignof(std::max_align_t)
                      ? std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment)
                      : std::malloc(std::max<std::size_t>(bytes, 1));
  if (p != nullptr && counting) ++live;
  return p;
}
void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
  void* const p = allocate(bytes, alignment);
  if (p == nullptr) throw std::bad_alloc();
  return p;
}
[[gnu::noinline]] void release(void* p) noexcept { std::free(p); }

}  // namespace

void* operator new(std::size_t n) { return allocate_or_throw(n, 0); }
void* operator new[](std::size_t n) { return allocate_or_throw(n, 0); }
void* operator new(std::size_t n, std::nothrow_t const&) noexcept { return allocate(n, 0); }
void* operator new[](std::size_t n, std::nothrow_t const&) noexcept { return allocate(n, 0); }
void* operator new(std::size_t n, std::align_val_t a) { return allocate_or_throw(n, static_cast<std::size_t>(a)); }
void* operator new[](std::size_t n, std::align_val_t a) { return allocate_or_throw(n, static_cast<std::size_t>(a)); }
void* operator new(std::size_t n, std::align_val_t a, std::nothrow_t const&) noexcept {
  return allocate(n, static_cast<std::size_t>(a));
}
void operator delete(void* p) noexcept { release(p); }
void operator delete[](void* p) noexcept { release(p); }
void operator delete(void* p, std::size_t) noexcept { release(p); }
void operator delete[](void* p, std::size_t) noexcept { release(p); }
void operator delete(void* p, std::align_val_t) noexcept { release(p); }
void operator delete[](void* p, std::align_val_t) noexcept { release(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { release(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { release(p); }

namespace {

using cp::host_space;
using matrix = cp::ndarray<double, 2, host_space>;
using vector = cp::ndarray<double, 1, host_space>;

struct state {
  matrix a, b, c;
  vector v, w;
  std::string text;

  static state made() {
    state s;
    s.a = matrix(cp::reshape(cp::arange<double, host_space>(64), {8, 8}) * 0.01);
    for (int i = 0; i < 8; ++i) s.a(i, i) += 3.0;
    s.b = cp::full<double, host_space>({8, 8}, 2.0);
    s.c = cp::zeros<double, host_space>({8, 8});
    s.v = cp::arange<double, host_space>(64);
    s.w = cp::zeros<double, host_space>(64);
    return s;
  }
  std::vector<double> contents() const {
    std::vector<double> all;
    for (matrix const* m : {&a, &b, &c}) {
      for (std::int64_t i = 0; i < m->shape()[0]; ++i)
        for (std::int64_t j = 0; j < m->shape()[1]; ++j) all.push_back(m->item(i, j));
    }
    for (vector const* x : {&v, &w})
      for (double e : *x) all.push_back(e);
    for (char ch : text) all.push_back(ch);
    return all;
  }
};

/// Numbers that can be read once, as from a stream.
struct once {
  using iterator_category = std::input_iterator_tag;
  using value_type = double;
  using difference_type = std::ptrdiff_t;
  using pointer = double const*;
  using reference = double;
  int at;
  double operator*() const { return at; }
  once& operator++() { return ++at, *this; }
  once operator++(int) { return {at++}; }
  bool operator==(once const&) const = default;
};

/// Equal, NaN for NaN.
bool same(std::vector<double> const& a, std::vector<double> const& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return x == y || (x != x && y != y); });
}

std::vector<double> const two_means{1, -2}, two_by_two{2, 0.6, 0.6, 1}, positive{1, 2, 0.5}, thirds{0.25, 0.5, 0.25};

struct scenario {
  char const* name;
  std::function<void(state&)> statement;
};

/// A statement that throws an Error, for whose message there may be no memory.
template <class Error, class F>
std::function<void(state&)> refused(F statement) {
  return [statement](state& s) {
    try {
      statement(s);
    } catch (Error const&) {
      s.text = "refused";
    }
  };
}

/// Files that are there while the program runs.
struct files {
  std::string const npy = name("one.npy"), npz = name("two.npz"), table = name("table.txt"), none = name("none.npy");

  files() {
    state const s = state::made();
    cp::save(npy, s.a);
    cp::savez(npz, cp::named("first", s.a), cp::named("second", s.v));
    cp::savetxt(table, s.a);
  }
  ~files() {
    for (std::string const* f : {&npy, &npz, &table}) std::remove(f->c_str());
  }
  static std::string name(char const* end) {
    return (std::filesystem::temp_directory_path() / ("fuse_bookkeeping_" + std::to_string(getpid()) + end)).string();
  }
};
files const& there() {
  static files const f;
  return f;
}
cp::loadtxt_options const as_written;
std::string const first_name = "first";
std::vector<vector> const& pieces() {
  static auto const& p = *new std::vector<vector>(2, cp::ones<double, host_space>(32));
  return p;
}
cp::poly1d const one_polynomial{1., 2., 3., 4.}, other_polynomial{3., -1.};
cp::polynomial::Polynomial const one_series{1., 2., 3., 4.}, other_series{3., -1.};

std::vector<scenario> scenarios() {
  return {
      {"a new result", [](state& s) { s.c = s.a + s.b * 2.0; }},
      {"in place, transposed", [](state& s) { s.c += s.a.transposed(); }},
      {"overlapping views", [](state& s) { s.v(cp::slice(1, cp::end)) = s.v(cp::slice(cp::end, -1)) + 1.0; }},
      {"means along two axes",
       [](state& s) { s.c = s.a - cp::mean(s.a, cp::axis<0>) - cp::mean(s.a, cp::axis<1>, cp::keepdims); }},
      {"a scan", [](state& s) { s.v(cp::all) = cp::cumsum(s.v) * 2.0; }},
      {"a graph",
       [](state& s) {
         matrix const out = s.c;
         cp::graph const g = cp::capture([&] { out(cp::all, cp::all) = cp::eval(s.a + 1.0) * s.b; }, false);
         g.launch();
       }},
      {"a struct that a graph fills",
       [](state& s) {
         vector const out = s.w;
         cp::graph const g = cp::capture([&] { out.fill(3); }, false);
         g.launch();
       }},
      {"a product", [](state& s) { s.c = cp::matmul(s.a, s.b); }},
      {"a product of many", [](state& s) { s.c = cp::linalg::multi_dot(s.a, s.b, s.a); }},
      {"einsum", [](state& s) { s.c = cp::einsum<"ij,jk,kl->il">(s.a, s.b, s.a); }},
      {"an inverse", [](state& s) { s.c = cp::linalg::inv(s.a); }},
      {"a solution", [](state& s) { s.c = cp::linalg::solve(s.a, s.b); }},
      {"singular values",
       [](state& s) {
         auto const r = cp::linalg::svd(s.a);
         s.c = cp::eval(r.u);
       }},
      {"eigenvalues",
       [](state& s) {
         auto const r = cp::linalg::eigh(s.a);
         s.c = cp::eval(r.eigenvectors);
       }},
      {"a triangle", [](state& s) { s.c = cp::linalg::cholesky(cp::eval(s.a + s.a.transposed())); }},
      {"least squares",
       [](state& s) {
         auto const r = cp::linalg::lstsq(s.a, s.b);
         s.c = cp::eval(r.x);
       }},
      {"a QR factorisation",
       [](state& s) {
         auto const r = cp::linalg::qr(s.a);
         s.c = cp::matmul(r.q, r.r);
       }},
      {"an LU factorisation and its solution",
       [](state& s) {
         auto const f = cp::linalg::lu_factor(s.a);
         s.c = cp::linalg::lu_solve(f, s.b);
       }},
      {"an LU factorisation in three",
       [](state& s) {
         auto const r = cp::linalg::lu(s.a);
         s.c = cp::matmul(r.l, r.u);
       }},
      {"a triangular solution", [](state& s) { s.c = cp::linalg::solve_triangular(s.a, s.b); }},
      {"a solution by a triangle",
       [](state& s) { s.c = cp::linalg::cho_solve(cp::linalg::cholesky(s.a), cp::linalg::lower, s.b); }},
      {"determinants",
       [](state& s) {
         auto const [sign, log] = cp::linalg::slogdet(s.a);
         s.w = s.v * 0.0 + (cp::linalg::det(s.a) + sign + log);
       }},
      {"a pseudoinverse", [](state& s) { s.c = cp::linalg::pinv(s.a); }},
      {"a matrix's exponential", [](state& s) { s.c = cp::linalg::expm(s.a); }},
      {"any eigenvalues", [](state& s) { s.w = s.v * 0.0 + cp::sum(cp::abs(cp::linalg::eigvals(s.a))); }},
      {"a bandwidth", [](state& s) { s.text = cp::linalg::bandwidth(s.a).lower == 7 ? "seven" : "other"; }},
      {"a power of a matrix", [](state& s) { s.c = cp::linalg::matrix_power(s.a, 5); }},
      {"a stencil",
       [](state& s) {
         auto const step = cp::fuse([](auto u) { return cp::at<-1>(u) + cp::at<1>(u); });
         s.w = step(cp::wrap(s.v));
       }},
      {"sums of segments",
       [](state& s) {
         cp::ndarray<std::int64_t, 1, host_space> const ends{0, 9, 64};
         s.w(cp::slice(0, 2)) = cp::segment_sum(s.v, cp::offsets(ends));
       }},
      {"sums by keys",
       [](state& s) {
         auto const keys = cp::eval(cp::astype<std::int64_t>(s.v) % 5);
         s.w(cp::slice(0, 5)) = cp::segment_sum(s.v, keys, 5);
       }},
      {"a real transform and back", [](state& s) { s.w = cp::fft::irfft(cp::fft::rfft(s.v)); }},
      {"a padded transform", [](state& s) { s.w = cp::abs(cp::fft::fft(s.v(cp::slice(0, 50)), cp::fft::n(64))); }},
      {"a transform of two axes, transposed", [](state& s) { s.c = cp::real(cp::fft::fft2(s.a.transposed())); }},
      {"a cosine transform", [](state& s) { s.w = cp::fft::dct(s.v); }},
      {"a Hankel transform", [](state& s) { s.w = cp::fft::fht(s.v + 1.0, 0.1, 0.5); }},
      {"a transform by a plan",
       [](state& s) {
         cp::fft::get_host_plan_cache().clear();
         auto const x = cp::eval(cp::astype<cp::complex128>(s.v));
         auto const plan = cp::fft::get_fft_plan(x);
         s.w = cp::abs(cp::fft::fft(x));
       }},
      {"a transform", [](state& s) { s.w = cp::abs(cp::fft::fft(s.v)); }},
      {"a transform whose plan is new",
       [](state& s) {
         cp::fft::get_host_plan_cache().clear();
         s.w = cp::abs(cp::fft::fft(s.v));
       }},
      {"random numbers", [](state& s) { s.w = cp::random::default_rng(1).random<double>({64}); }},
      {"a permutation", [](state& s) { s.w = cp::random::default_rng(1).permutation(s.v); }},
      {"vectors of normal numbers",
       [](state& s) {
         auto const x = cp::random::default_rng(1).multivariate_normal<double, host_space>(two_means, two_by_two, {4});
         s.w(cp::slice(0, 4)) = x(cp::all, 1);
       }},
      {"proportions and counts",
       [](state& s) {
         auto rng = cp::random::default_rng(1);
         auto const x = rng.dirichlet<double, host_space>(positive, {4});
         auto const counts = rng.multinomial<std::int64_t, host_space>(9, thirds, {4});
         s.w(cp::slice(0, 4)) = x(cp::all, 1) + counts(cp::all, 1);
       }},
      {"a choice without replacement", [](state& s) { s.w = cp::random::default_rng(1).choice(s.v, {64}, false); }},
      {"text",
       [](state& s) {
         std::string const t = cp::array_str(s.a);
         s.text = "done";
       }},
      {"an array from a range", [](state& s) { s.w = vector(once{0}, once{100}); }},
      {"a stream",
       [](state& s) {
         cp::stream const other;
         cp::stream_guard const guard(other);
         s.c = s.a + 1.0;
       }},
      {"pinned memory",
       [](state& s) {
         auto const p = cp::empty_pinned<double>({64});
         p(cp::all) = s.v;
         s.w = p + 1.0;
       }},
      {"explained: a fold, a scan, a stencil",
       [](state& s) {
         auto const step = cp::fuse([](auto u) { return cp::at<-1>(u) + cp::at<1>(u); });
         bool const some = !cp::explain(s.a - cp::sum(s.a, cp::axis<0>)).empty() &&
                           !cp::explain(cp::cumsum(s.v)).empty() && !cp::explain(step(cp::wrap(s.v))).empty();
         s.text = some ? "done" : "";
       }},
      {"the order of a product of many",
       [](state& s) {
         s.text = cp::einsum_path<"ij,jk,kl->il">(s.a.shape(), s.b.shape(), s.a.shape()).text;
         s.text.resize(4);
       }},
      {"explained", [](state& s) { s.text = cp::explain(s.a + s.b).empty() ? "" : "done"; }},
      {"a file", [](state& s) { cp::save(there().npy, s.a); }},
      {"a file of what is transposed", [](state& s) { cp::save(there().npy, s.a.transposed().transposed()); }},
      {"an array of a file", [](state& s) { s.c = cp::load<double, 2, host_space>(there().npy); }},
      {"a mapped file", [](state& s) { s.c = cp::load_mapped<double, 2>(there().npy) * 1.0; }},
      {"an archive", [](state& s) { cp::savez(there().npz, cp::named("first", s.a), cp::named("second", s.v + 0.0)); }},
      {"an array of an archive",
       [](state& s) {
         cp::npz_file const f(there().npz);
         s.c = f.load<double, 2, host_space>(first_name);
       }},
      {"a table",
       [](state& s) {
         static cp::savetxt_options const options;
         cp::savetxt(there().table, s.a, options);
       }},
      {"an array of a table", [](state& s) { s.c = cp::loadtxt<double, 2, host_space>(there().table, as_written); }},
      {"a file that is not there",
       refused<cp::io_error>([](state& s) { s.c = cp::load<double, 2, host_space>(there().none); })},
      {"an array of another rank",
       refused<cp::shape_error>([](state& s) { s.v = cp::load<double, 1, host_space>(there().npy); })},
      {"a name that no archive has", refused<cp::value_error>([](state& s) {
         s.c = cp::npz_file(there().npz).load<double, 2, host_space>("third");
       })},
      {"a stack of a list", [](state& s) { s.v(cp::all) = cp::ravel(cp::stack(pieces())); }},
      {"rows of a list", [](state& s) { s.v(cp::all) = cp::ravel(cp::vstack(pieces())); }},
      {"columns of a list", [](state& s) { s.v(cp::all) = cp::ravel(cp::column_stack(pieces())); }},
      {"memory of another owner",
       [](state& s) {
         static double numbers[64] = {1, 2};
         s.w = cp::frombuffer<double>(numbers, sizeof(numbers)) + 0.0;
       }},
      {"roots of a polynomial", [](state& s) { s.w(cp::slice(0, 3)) = cp::real(cp::roots(one_polynomial)); }},
      {"sums, products and quotients of polynomials",
       [](state& s) {
         auto const product = one_polynomial * other_polynomial, sum = one_polynomial + other_polynomial;
         auto const [q, r] = one_polynomial / other_polynomial;
         s.w(0) = product(2.0) + sum(2.0) - (one_polynomial - other_polynomial)(2.0) + q(2.0) + r(2.0);
       }},
      {"the same of arrays of coefficients",
       [](state& s) {
         auto const some = s.v(cp::slice(1, 9));
         s.w(cp::slice(0, 15)) = cp::polymul(cp::polyadd(some, some), some);
       }},
      {"sums, products and roots of numpy.polynomial's",
       [](state& s) {
         auto const product = one_series * other_series, sum = one_series + other_series;
         s.w(0) = product.coef()[0] + sum.coef()[0] + one_series.roots().item(0).real();
       }},
      {"an index out of bounds", refused<cp::index_error>([](state& s) { (void)s.v.item(100); })},
      {"an axis out of bounds", refused<cp::index_error>([](state& s) { s.w = cp::sum(s.a, 5) + s.v; })},
      {"shapes that do not broadcast", refused<cp::shape_error>([](state& s) { s.w = s.v + s.v(cp::slice(0, 8)); })},
      {"a shape of another size", refused<cp::shape_error>([](state& s) {
         s.c = cp::reshape(s.v, {3, 5}) + 0.0;
       })},
      {"numbers that a dtype has not",
       refused<cp::value_error>([](state&) { (void)cp::arange<std::uint8_t, host_space>(0, 1000); })},
      {"a number that a dtype has not",
       refused<cp::value_error>([](state&) { (void)cp::full<std::uint8_t, host_space>({3}, 1000); })},
      {"the largest of nothing",
       refused<cp::value_error>([](state& s) { (void)cp::max(s.v(cp::slice(0, 0))).item(); })},
      {"a step of 0", refused<cp::value_error>([](state& s) { s.w = s.v(cp::slice(0, 9, 0)) + 0.0; })},
      {"a mask of another shape",
       refused<cp::index_error>([](state& s) { s.w = s.v(s.v(cp::slice(0, 9)) > 0.0) + 0.0; })},
  };
}

}  // namespace

TEST_CASE("the N-th operator new fails, and the N-th and all after it") {
  std::int64_t injected = 0;
  for (scenario const& what : scenarios()) {
    for (bool all_after : {false, true}) {
      CAPTURE(std::string(what.name));
      CAPTURE(all_after);
      std::vector<double> wanted;
      {
        state s = state::made();
        what.statement(s);
        wanted = s.contents();
      }
      auto const used = cp::host_pool().statistics().used_bytes;
      for (std::int64_t n = 0; n < 3000; ++n) {
        state s = state::made();
        auto const before = s.contents();
        enum { fine, out_of_memory, bad_alloc, other } came = fine;
        left = n, failed = 0, from_then_on = all_after, counting = true;
        try {
          what.statement(s);
        } catch (cp::out_of_memory const&) {
          came = out_of_memory;
        } catch (std::bad_alloc const&) {
          came = bad_alloc;
        } catch (...) {
          came = other;
        }
        counting = false;
        if (came == fine) CHECK(s.contents() == wanted);
        if (failed == 0) break;
        ++injected;
        CAPTURE(n);
        CHECK(came != bad_alloc);
        CHECK(came != other);
        if (came != fine) CHECK(s.contents() == before);
        s = state::made();
        what.statement(s);
        CHECK(s.contents() == wanted);
      }
      CHECK(cp::host_pool().statistics().used_bytes == used);
    }
  }
  CHECK(injected > 900);
  MESSAGE(injected << " failed allocations");
}

TEST_CASE("the N-th operator new of random programs fails: what came before stands, the rest can be done later") {
  auto const all = scenarios();
  std::mt19937 random(7);
  std::int64_t injected = 0;
  auto const used = cp::host_pool().statistics().used_bytes;
  for (int program = 0; program < 90; ++program) {
    std::vector<scenario const*> statements;
    while (statements.size() < 8) statements.push_back(&all[random() % all.size()]);
    std::vector<std::vector<double>> stages;
    {
      state s = state::made();
      for (scenario const* what : statements) {
        stages.push_back(s.contents());
        try {
          what->statement(s);
        } catch (cp::linalg_error const&) {
        }
      }
      stages.push_back(s.contents());
    }
    for (std::int64_t n = 0; n < 3000; ++n) {
      state s = state::made();
      std::size_t done = 0;
      bool wrong = false;
      left = n, failed = 0, from_then_on = false;
      for (; done < statements.size(); ++done) {
        counting = true;
        bool stopped = false;
        try {
          statements[done]->statement(s);
        } catch (cp::linalg_error const&) {
        } catch (cp::out_of_memory const&) {
          stopped = true;
        } catch (...) {
          wrong = stopped = true;
        }
        counting = false;
        if (stopped) break;
      }
      if (failed == 0) break;
      ++injected;
      CHECK(!wrong);
      CHECK(same(s.contents(), stages[done]));
      for (; done < statements.size(); ++done) {
        try {
          statements[done]->statement(s);
        } catch (cp::linalg_error const&) {
        }
      }
      CHECK(same(s.contents(), stages[done]));
    }
  }
  CHECK(cp::host_pool().statistics().used_bytes == used);
  CHECK(injected > 4500);
  MESSAGE(injected << " failed allocations");
}
