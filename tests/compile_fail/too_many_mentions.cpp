// An expression that names arrays 65 times.
// expect-error: cp: an expression names arrays at most 64 times
#include <fuse/fuse.hpp>

template <int N, class A>
auto sum_of(A const& a) {
  if constexpr (N == 1)
    return a + 0;
  else
    return sum_of<N / 2>(a) + sum_of<N - N / 2>(a);
}

int main() {
  cp::ndarray<float, 1> a = cp::ones<float>({3});
  a = sum_of<65>(a);
}
