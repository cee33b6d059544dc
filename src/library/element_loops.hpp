// The class of all loops over elements, for any way of running them (src/library/loops.hpp).
#pragma once

#include <cstdint>

#include "backend.hpp"
#include "loops.hpp"

namespace cp::library {

/// The loops, run by `Run`.
template <class Run>
class element_loops_by final : public element_loops {
  template <class T>
  static T* as(void* p) {
    return static_cast<T*>(p);
  }
  template <class T>
  static T const* as(void const* p) {
    return static_cast<T const*>(p);
  }
  using index = std::int64_t;

 public:
  void keep_triangle(dtype_id type, index count, index m, index n, void* a, bool upper, bool unit) const override {
    with_type(type, [&](auto t) { loops::keep_triangle<Run>(count, m, n, as<decltype(t)>(a), upper, unit); });
  }
  void identity(dtype_id type, index count, index n, void* a) const override {
    with_type(type, [&](auto t) { loops::identity<Run>(count, n, as<decltype(t)>(a)); });
  }
  void mirror(dtype_id type, index count, index n, void* a, bool upper) const override {
    with_type(type, [&](auto t) { loops::mirror<Run>(count, n, as<decltype(t)>(a), upper); });
  }
  void find_not_finite(dtype_id type, index count, index elements, void const* a, int* info) const override {
    with_type(type, [&](auto t) { loops::find_not_finite<Run>(count, elements, as<decltype(t)>(a), info); });
  }
  void poison(dtype_id type, index count, index elements, void* a, int const* info) const override {
    with_type(type, [&](auto t) { loops::poison<Run>(count, elements, as<decltype(t)>(a), info); });
  }
  void determinants(dtype_id type, index count, index n, void const* lu, int const* pivots, void* det, void* sign,
                    void* log) const override {
    with_type(type, [&](auto t) {
      using T = decltype(t);
      loops::determinants<Run>(count, n, as<T>(lu), pivots, as<T>(det), as<T>(sign), as<loops::real<T>>(log));
    });
  }
  void reciprocals(dtype_id type, index count, index k, void const* from, void* to, double cutoff,
                   index* rank) const override {
    with_type(real_of(type), [&](auto t) {
      using R = loops::real<decltype(t)>;
      loops::reciprocals<Run>(count, k, as<R>(from), as<R>(to), cutoff, rank);
    });
  }
  void scale_columns(dtype_id type, index count, index m, index n, void* a, void const* factor) const override {
    with_type(type, [&](auto t) {
      using T = decltype(t);
      loops::scale_columns<Run>(count, m, n, as<T>(a), as<loops::real<T>>(factor));
    });
  }
  void squared_distances(dtype_id type, index columns, index m, void const* b, void const* c,
                         void* sums) const override {
    with_type(type, [&](auto t) {
      using T = decltype(t);
      loops::squared_distances<Run>(columns, m, as<T>(b), as<T>(c), as<loops::real<T>>(sums));
    });
  }
  void singular_from_eigen(dtype_id type, index count, index n, void const* w, void const* v, void* s, void* u,
                           void* vh) const override {
    with_type(type, [&](auto t) {
      using T = decltype(t);
      using R = loops::real<T>;
      loops::singular_from_eigen<Run>(count, n, as<R>(w), as<T>(v), as<R>(s), as<T>(u), as<T>(vh));
    });
  }
  void permutations(index count, index m, index k, int const* pivots, int* rows) const override {
    loops::permutations<Run>(count, m, k, pivots, rows);
  }
  void shift(index n, int const* from, int by, int* to) const override { loops::shift<Run>(n, from, by, to); }
  void permute(dtype_id type, index count, index m, index k, int const* rows, void const* l, void* to) const override {
    with_type(type, [&](auto t) { loops::permute<Run>(count, m, k, rows, as<decltype(t)>(l), as<decltype(t)>(to)); });
  }
  void powers(dtype_id type, index count, index n, void const* a, int most, double* row,
              double* largest) const override {
    with_type(type, [&](auto t) { loops::powers<Run>(count, n, as<decltype(t)>(a), most, row, largest); });
  }
  void count_squarings(index count, bool by_powers, double const* largest, int* squarings) const override {
    if (by_powers)
      loops::squarings_by_powers<Run>(count, largest, squarings);
    else
      loops::squarings_by_norm<Run>(count, largest, squarings);
  }
  void balancing_exponents(index count, index n, int most, double const* row, double const* largest, int* exponents,
                           int* total) const override {
    loops::balancing_exponents<Run>(count, n, most, row, largest, exponents, total);
  }
  void scale_by_exponents(dtype_id type, index count, index n, void* a, int const* exponents,
                          bool back) const override {
    with_type(type, [&](auto t) { loops::scale_by_exponents<Run>(count, n, as<decltype(t)>(a), exponents, back); });
  }
  void scale_down(dtype_id type, index count, index n, void* a, int const* squarings) const override {
    with_type(type, [&](auto t) { loops::scale_down<Run>(count, n, as<decltype(t)>(a), squarings); });
  }
  void combine(dtype_id type, index count, index n, void* to, double const* c, void const* x, void const* y,
               void const* z) const override {
    loops::coefficients const k{{c[0], c[1], c[2], c[3]}};
    with_type(type, [&](auto t) {
      using T = decltype(t);
      loops::combine<Run>(count, n, as<T>(to), k, as<T>(x), as<T>(y), as<T>(z));
    });
  }
  void take_squared(dtype_id type, index count, index n, void* a, void const* b, int const* squarings,
                    int step) const override {
    with_type(type, [&](auto t) {
      loops::take_squared<Run>(count, n, as<decltype(t)>(a), as<decltype(t)>(b), squarings, step);
    });
  }
  void band(dtype_id type, index m, index n, void const* a, unsigned long long* below_above) const override {
    with_type(type, [&](auto t) { loops::band<Run>(m, n, as<decltype(t)>(a), below_above); });
  }
};

}  // namespace cp::library
