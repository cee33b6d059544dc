// What generated programs call: their arrays, and one run of what is to be timed.
#pragma once

#include <fuse/sorting.hpp>

#include <tuple>
#include <vector>

namespace judge {

/// Fills `to` with the numbers that draw.py makes of the same seed.
void fill(void* to, cp::dtype_id dtype, std::int64_t n, double low, double high, std::uint32_t seed);
/// Writes dtype, shape and elements of program `number`'s result.
void keep(int number, char const* dtype, std::vector<std::int64_t> const& shape, void const* elements,
          std::int64_t bytes);
/// Times calls of `f`, and prints the program's row.
void measure(int number, void (*call)(void const*), void const* f);

/// A program that is there to be run.
struct known {
  explicit known(void (*program)());
};

template <class T, int N>
cp::ndarray<T, N> array(cp::index_array<N> const& shape, double low, double high, std::uint32_t seed) {
  auto const a = cp::empty<T, cp::host_space>(shape);
  fill(a.data(), cp::dtype_traits<T>::id, a.size(), low, high, seed);
  return a.template to<cp::default_space>();
}

/// The array that an expression gives; functions that run at once give one already.
template <class E>
auto evaluated(E const& e) {
  if constexpr (requires { e.data(); })
    return e;
  else
    return cp::eval(e);
}

template <class F>
void run(int number, F const& f) {
  {
    auto const result = evaluated(f()).to_host();
    using array = std::remove_cvref_t<decltype(result)>;
    keep(number, cp::dtype_traits<typename array::value_type>::name,
         std::vector<std::int64_t>(result.shape().begin(), result.shape().end()), result.data(), result.nbytes());
  }
  measure(
      number, [](void const* p) { (void)evaluated((*static_cast<F const*>(p))()); }, &f);
}

}  // namespace judge
