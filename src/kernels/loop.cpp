// Planning the axes of a loop.
#include <cstdint>
#include <fuse/kernels/loop.hpp>
#include <utility>

namespace cp::kernels {

namespace {

void swap_axes(loop_view const& v, int a, int b) {
  std::swap(v.shape[a], v.shape[b]);
  for (int k = 0; k < v.count; ++k) std::swap(v.stride(k, a), v.stride(k, b));
}

void turn_axis(loop_view const& v, int axis) {
  for (int k = 0; k < v.count; ++k) {
    std::int64_t& s = v.stride(k, axis);
    // (Of places it is a number, 0 too: no pointer.)
    auto const distance = static_cast<std::uintptr_t>(s * (v.shape[axis] - 1) * v.itemsize[k]);
    v.data[k] = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(v.data[k]) + distance);
    s = -s;
  }
}

bool joins(loop_view const& v, int inner, int outer) {
  for (int k = 0; k < v.count; ++k)
    if (v.stride(k, outer) != cp::detail::wrapping_product(v.stride(k, inner), v.shape[inner])) return false;
  return true;
}

}  // namespace

int simplify(loop_view const& v) {
  int n = 0;
  for (int i = 0; i < v.rank; ++i) {
    if (v.shape[i] == 1) continue;
    if (n != i) swap_axes(v, n, i);
    if (v.stride(0, n) < 0) turn_axis(v, n);
    ++n;
  }
  // Insertion sort, stable, from C order to innermost first: few axes, mostly in order already.
  for (int i = 0; i < n / 2; ++i) swap_axes(v, i, n - 1 - i);
  for (int i = 1; i < n; ++i)
    for (int j = i; j > 0 && v.stride(0, j) < v.stride(0, j - 1); --j) swap_axes(v, j, j - 1);
  int kept = n > 0 ? 1 : 0;
  for (int i = 1; i < n; ++i) {
    if (joins(v, kept - 1, i)) {
      v.shape[kept - 1] = cp::detail::wrapping_product(v.shape[kept - 1], v.shape[i]);
    } else {
      if (kept != i) swap_axes(v, kept, i);
      ++kept;
    }
  }
  return kept;
}

place_bounds bounds_of_places(loop_view const& v, int k) {
  auto const first = static_cast<double>(reinterpret_cast<std::intptr_t>(v.data[k]));
  place_bounds b{first, first};
  for (int a = 0; a < v.rank; ++a) {
    double const way = static_cast<double>(v.stride(k, a)) * static_cast<double>(v.shape[a] - 1);
    (way < 0 ? b.low : b.high) += way;
  }
  return b;
}

std::int64_t bytes_of(loop_view const& v, int first, int last) {
  std::int64_t sum = 0;
  for (int k = first; k < last; ++k) {
    std::int64_t n = v.itemsize[k];
    for (int i = 0; i < v.rank; ++i)
      if (v.stride(k, i) != 0) n = cp::detail::wrapping_product(n, v.shape[i]);
    if (v.kind[k] != access::computed) sum += n;
  }
  return sum;
}

}  // namespace cp::kernels
