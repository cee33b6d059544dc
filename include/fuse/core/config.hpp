// The version, and the few macros of the library: what a function that runs on host and device is declared with.
#pragma once

#define FUSE_VERSION_MAJOR 0
#define FUSE_VERSION_MINOR 1
#define FUSE_VERSION_PATCH 0

/// 1 when the library that this file is used with was built with CUDA; the CMake target fuse::fuse defines it.
#ifndef FUSE_CUDA
#define FUSE_CUDA 0
#endif

/// 1 in a translation unit whose device code nvcc compiles.
#if defined(__CUDACC__)
#define FUSE_NVCC 1
#else
#define FUSE_NVCC 0
#endif

// Where functions are inlined whatever the compiler thinks of it: not under sanitizers, whose checks keep it from
// seeing that parts of an expression are the same (z * z + c eight times, each z a function inlined twice, took g++ 14
// s).
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FUSE_INLINES 1
#else
#define FUSE_INLINES 0
#endif

/// Marks a lambda that must be inlined into a host's kernel: a loop over one that is not makes no vectors.
#if FUSE_INLINES && !FUSE_NVCC
#define FUSE_INLINED __attribute__((always_inline))
#else
#define FUSE_INLINED
#endif

/// Marks a function that host and device both call, and that must be inlined into a kernel.
#if FUSE_NVCC
#define FUSE_HD __host__ __device__ __forceinline__
#define FUSE_HD_NOINLINE __host__ __device__ __noinline__
#else
#define FUSE_HD inline FUSE_INLINED  // without optimization a debugger can step into it
#define FUSE_HD_NOINLINE
#endif

/// Marks a short function on the way from an assignment to a host's kernel. In large programs g++ would stop inlining
/// them; that is where half of what a small operation costs comes from.
#define FUSE_INLINE inline FUSE_INLINED

/// Marks a user's lambda that goes into a kernel: `cp::elementwise(CP_LAMBDA(float x) { return x > 0 ? x : 0; })`.
#if FUSE_NVCC
#define CP_LAMBDA [=] __host__ __device__
#else
#define CP_LAMBDA [=]
#endif
