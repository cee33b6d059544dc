// The test runner that every test program links: doctest, behind a check that a GPU test has a GPU.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#if FUSE_TEST_NEEDS_GPU
#include <fuse/runtime/device.hpp>

#include <cstdio>
#endif

int main(int argc, char** argv) {
#if FUSE_TEST_NEEDS_GPU
  if (cp::cuda::device_count() == 0) {
    std::puts("skipped: this test runs on a GPU and there is none");
    return 77;
  }
#endif
  return doctest::Context(argc, argv).run();
}
