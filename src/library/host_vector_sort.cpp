// Highway's sort, where it was found.
#include "host_vector_sort.hpp"

#if FUSE_HAVE_HIGHWAY
#include <hwy/contrib/sort/vqsort.h>
#include <hwy/targets.h>
#endif

namespace cp::library {

#if FUSE_HAVE_HIGHWAY

namespace {
template <class U>
void sort_keys(U* keys, std::int64_t n) {
  if (n < 2) return;
  thread_local hwy::Sorter const sorter;  // it has memory of its own
  sorter(keys, static_cast<std::size_t>(n), hwy::SortAscending());
}
}  // namespace

bool has_vector_sort() {
  static bool const has =
      (static_cast<std::int64_t>(hwy::SupportedTargets()) &
       static_cast<std::int64_t>(HWY_AVX2 | HWY_AVX3 | HWY_AVX3_DL | HWY_NEON | HWY_SVE | HWY_SVE2)) != 0;
  return has;
}
void vector_sort(std::uint32_t* keys, std::int64_t n) { sort_keys(keys, n); }
void vector_sort(std::uint64_t* keys, std::int64_t n) { sort_keys(keys, n); }

#else

bool has_vector_sort() { return false; }
void vector_sort(std::uint32_t*, std::int64_t) {}
void vector_sort(std::uint64_t*, std::int64_t) {}

#endif

}  // namespace cp::library
