// Loops over elements of matrices on the device, and kernels that go with cuSOLVER's calls.
#include <cstdint>
#include <fuse/runtime/launch.hpp>

#include "cuda_kernels.hpp"
#include "element_loops.hpp"

namespace cp::library::device {

namespace {

constexpr unsigned threads = 256;

template <class F>
__global__ void __launch_bounds__(threads) each(std::int64_t n, __grid_constant__ F const f) {
  std::int64_t const step = static_cast<std::int64_t>(gridDim.x) * threads;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * threads + threadIdx.x; i < n; i += step) f(i);
}

runtime::launch_shape shape_for(std::int64_t n) {
  runtime::launch_shape s;
  std::int64_t const blocks = (n + threads - 1) / threads;
  s.grid_x = static_cast<unsigned>(blocks < (1 << 20) ? blocks : (1 << 20));
  s.block_x = threads;
  return s;
}

template <class F>
__global__ void __launch_bounds__(threads)
    each_of_columns(std::int64_t n, std::int64_t m, __grid_constant__ F const f) {
  std::int64_t const step = static_cast<std::int64_t>(gridDim.x) * threads;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * threads + threadIdx.x; i < n * m; i += step)
    f(i / m, i % m);
}

struct adds {
  template <class R>
  static __device__ R of(R a, R b) {
    return a + b;
  }
};
struct takes_largest {
  template <class R>
  static __device__ R of(R a, R b) {
    return loops::larger_or_nan(a, b);
  }
};

/// A block a column: its elements folded by Op, from 0 on.
template <class Op, class F, class R>
__global__ void __launch_bounds__(threads)
    fold_columns(std::int64_t n, std::int64_t m, __grid_constant__ F const f, R* to) {
  __shared__ R parts[threads / 32];
  for (std::int64_t j = blockIdx.x; j < n; j += gridDim.x) {
    R folded = 0;
    for (std::int64_t i = threadIdx.x; i < m; i += threads) folded = Op::of(folded, f(j, i));
    for (int offset = 16; offset > 0; offset /= 2)
      folded = Op::of(folded, __shfl_xor_sync(0xffffffffu, folded, offset));
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = folded;
    __syncthreads();
    if (threadIdx.x == 0) {
      for (unsigned k = 1; k < threads / 32; ++k) folded = Op::of(folded, parts[k]);
      to[j] = folded;
    }
    __syncthreads();
  }
}

struct device_loop {
  template <class F>
  static void columns(std::int64_t n, std::int64_t m, F const& f) {
    if (n <= 0 || m <= 0) return;
    F copy_of = f;
    void* arguments[] = {&n, &m, &copy_of};
    runtime::launch(reinterpret_cast<void const*>(&each_of_columns<F>), shape_for(n * m), arguments, nullptr);
  }
  template <class Op, class F, class R>
  static void folds(std::int64_t n, std::int64_t m, F const& f, R* to) {
    if (n <= 0) return;
    F copy_of = f;
    void* arguments[] = {&n, &m, &copy_of, &to};
    runtime::launch_shape s;
    s.grid_x = static_cast<unsigned>(n < (1 << 20) ? n : (1 << 20));
    s.block_x = threads;
    runtime::launch(reinterpret_cast<void const*>(&fold_columns<Op, F, R>), s, arguments, nullptr);
  }
  template <class F, class R>
  static void sums(std::int64_t n, std::int64_t m, F const& f, R* to) {
    folds<adds>(n, m, f, to);
  }
  template <class F, class R>
  static void largest(std::int64_t n, std::int64_t m, F const& f, R* to) {
    folds<takes_largest>(n, m, f, to);
  }
  template <class F>
  static void each(std::int64_t n, F const& f) {
    if (n <= 0) return;
    F copy = f;
    void* arguments[] = {&n, &copy};
    runtime::launch(reinterpret_cast<void const*>(&device::each<F>), shape_for(n), arguments, nullptr);
  }
  static FUSE_HD void raise_to([[maybe_unused]] unsigned long long* p, [[maybe_unused]] unsigned long long value) {
#ifdef __CUDA_ARCH__
    atomicMax(p, value);
#endif
  }
};

/// One block: which matrix failed first.
__global__ void __launch_bounds__(1024) collect(int const* info, std::int64_t count, runtime::status_word* word) {
  __shared__ unsigned long long first;
  if (threadIdx.x == 0) first = ~0ull;
  __syncthreads();
  unsigned long long mine = ~0ull;
  // No branches, so that many loads are under way.
#pragma unroll 16
  for (std::int64_t i = threadIdx.x; i < count; i += 1024) {
    auto const failed = info[i] != 0 ? static_cast<unsigned long long>(i) : ~0ull;
    mine = failed < mine ? failed : mine;
  }
  if (mine != ~0ull) atomicMin(&first, mine);
  __syncthreads();
  if (threadIdx.x != 0) return;
  runtime::status_word const status =
      first == ~0ull ? runtime::status_fine : runtime::failed_status(static_cast<std::int64_t>(first), info[first]);
  *static_cast<runtime::status_word volatile*>(word) = status;
  __threadfence_system();
}

/// A block a matrix: Householder vectors applied to the identity's columns, the last one first.
template <class T>
__global__ void __launch_bounds__(threads) apply_reflectors(std::int64_t count, std::int64_t m, std::int64_t columns,
                                                            std::int64_t reflectors, T* all, T const* tau) {
  extern __shared__ __align__(16) unsigned char memory[];
  T* const v = reinterpret_cast<T*>(memory);
  for (std::int64_t matrix = blockIdx.x; matrix < count; matrix += gridDim.x) {
    T* const a = all + matrix * m * columns;
    for (std::int64_t j = reflectors; j < columns; ++j)
      for (std::int64_t i = threadIdx.x; i < m; i += threads) a[j * m + i] = i == j ? T(1) : T(0);
    __syncthreads();
    for (std::int64_t k = reflectors - 1; k >= 0; --k) {
      T const factor = tau[matrix * reflectors + k];
      for (std::int64_t i = threadIdx.x; i < m; i += threads) v[i] = i < k ? T(0) : i == k ? T(1) : a[k * m + i];
      __syncthreads();
      for (std::int64_t i = threadIdx.x; i < m; i += threads) a[k * m + i] = i == k ? T(1) : T(0);
      __syncthreads();
      // A warp a column.
      for (std::int64_t j = k + threadIdx.x / 32; j < columns; j += threads / 32) {
        T sum = T(0);
        for (std::int64_t i = k + threadIdx.x % 32; i < m; i += 32) sum = sum + loops::conjugate(v[i]) * a[j * m + i];
        for (int offset = 16; offset > 0; offset /= 2) {
          if constexpr (sizeof(T) == sizeof(loops::real<T>)) {
            sum = sum + __shfl_xor_sync(0xffffffffu, sum, offset);
          } else {
            sum = sum + T(__shfl_xor_sync(0xffffffffu, sum.re, offset), __shfl_xor_sync(0xffffffffu, sum.im, offset));
          }
        }
        sum = sum * factor;
        for (std::int64_t i = k + threadIdx.x % 32; i < m; i += 32) a[j * m + i] = a[j * m + i] - v[i] * sum;
      }
      __syncthreads();
    }
  }
}

// A lambda for the device may not stand in a function whose type is deduced, nor in another lambda.
template <class T>
void zero_on_diagonal(std::int64_t count, std::int64_t n, T const* a, int* info) {
  device_loop::each(
      count, CP_LAMBDA(std::int64_t i) {
        int found = 0;
        for (std::int64_t k = n - 1; k >= 0; --k)
          if (a[(i * n + k) * n + k] == T(0)) found = static_cast<int>(k + 1);
        info[i] = found;
      });
}

template <class R>
void unpack(std::int64_t count, std::int64_t n, complex<R> const* w, R const* packed, complex<R>* v) {
  device_loop::each(
      count * n, CP_LAMBDA(std::int64_t column) {
        // A pair begins at an even number of complex values from the last real one.
        std::int64_t const first = column - column % n;
        std::int64_t before = 0;
        for (std::int64_t j = column - 1; j >= first && w[j].im != 0; --j) ++before;
        bool const alone = w[column].im == 0, second = before % 2 == 1;
        for (std::int64_t i = 0; i < n; ++i) {
          R const x = packed[column * n + i];
          if (alone)
            v[column * n + i] = {x, R(0)};
          else if (second)
            v[column * n + i] = {packed[(column - 1) * n + i], -x};
          else
            v[column * n + i] = {x, packed[(column + 1) * n + i]};
        }
      });
}

template <class From, class To>
void convert(From const* from, std::int64_t n, To* to) {
  device_loop::each(
      n, CP_LAMBDA(std::int64_t i) { to[i] = static_cast<To>(from[i]); });
}

}  // namespace

element_loops const& loops() {
  static element_loops_by<device_loop> const l;
  return l;
}

void collect_status(int const* info, std::int64_t count, runtime::status_word* word) {
  runtime::launch_shape s;
  s.block_x = 1024;
  void* arguments[] = {&info, &count, &word};
  runtime::launch(reinterpret_cast<void const*>(&collect), s, arguments, nullptr);
}

void make_pointers(void const* base, std::int64_t bytes, std::int64_t n, void** to) {
  char* const first = static_cast<char*>(const_cast<void*>(base));
  device_loop::each(
      n, CP_LAMBDA(std::int64_t i) { to[i] = first + i * bytes; });
}

void widen(int const* from, std::int64_t n, std::int64_t* to) { convert(from, n, to); }
void narrow(std::int64_t const* from, std::int64_t n, int* to) { convert(from, n, to); }

void merge_status(int const* from, std::int64_t n, int* info) {
  device_loop::each(
      n, CP_LAMBDA(std::int64_t i) {
        if (info[i] == 0) info[i] = from[i];
      });
}

void find_zero_on_diagonal(dtype_id type, std::int64_t count, std::int64_t n, void const* a, int* info) {
  with_type(type, [&](auto t) { zero_on_diagonal(count, n, static_cast<decltype(t) const*>(a), info); });
}

void unpack_vectors(dtype_id type, std::int64_t count, std::int64_t n, void const* w, void const* packed, void* v) {
  with_type(real_of(type), [&](auto t) {
    using R = loops::real<decltype(t)>;
    unpack(count, n, static_cast<complex<R> const*>(w), static_cast<R const*>(packed), static_cast<complex<R>*>(v));
  });
}

void make_q(dtype_id type, std::int64_t count, std::int64_t m, std::int64_t columns, std::int64_t reflectors, void* a,
            void const* tau) {
  with_type(type, [&](auto t) {
    using T = decltype(t);
    runtime::launch_shape s;
    s.grid_x = static_cast<unsigned>(count < (1 << 20) ? count : (1 << 20));
    s.block_x = threads;
    s.shared_bytes = reflectors == 0 ? 0 : static_cast<unsigned>(m * static_cast<std::int64_t>(sizeof(T)));
    T* matrices = static_cast<T*>(a);
    T const* factors = static_cast<T const*>(tau);
    void* arguments[] = {&count, &m, &columns, &reflectors, &matrices, &factors};
    runtime::launch(reinterpret_cast<void const*>(&apply_reflectors<T>), s, arguments, nullptr);
  });
}

}  // namespace cp::library::device
