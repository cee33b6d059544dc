// FUSE_CLONED: a function that is compiled for several generations of x86-64, of which the loader chooses the one for
// the machine at hand. What it calls has to be inlined to be so too. Not under sanitizers, whose checks would run
// before they are ready, nor where the C library's loader cannot choose.
#pragma once

#include <cstdint>  // says __GLIBC__

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__) && defined(__GNUC__) && !defined(__clang__)
#define FUSE_CLONED __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define FUSE_CLONED
#endif
