// What the inputs of a scan move, and what an element costs.
#pragma once

#include <fuse/kernels/device_values.cuh>
#include <fuse/program/scanned.hpp>
#include <type_traits>

namespace cp::kernels::detail {
/// What the inputs of a scan move, an element. (Not what is computed from it: bits do not depend on that.)
template <class Signature>
struct scan_inputs;
template <class... Kind, int Bytes, class T, class P>
struct scan_inputs<program::signature<program::inputs<Kind...>, Bytes, program::store<T, P>>> {
  template <class Combine>
  static constexpr int of_all(Combine const& combine) {
    int all = 1, i = 0;
    ((all = (program::reads_before_scan<P> & program::input_bit(i++)) != 0 && device::is_loaded<Kind>
                ? combine(all, int(sizeof(typename Kind::type)))
                : all),
     ...);
    return all;
  }
  static constexpr int largest = of_all([](int a, int b) { return a > b ? a : b; });
  static constexpr int loaded = of_all([](int a, int b) { return a + b; });
  using scanned = typename program::scan_in<P>::type;
  /// As in signature_info, of the scan alone.
  static constexpr int cost = [] {
    int all = 4 + program::program_facts<scanned>::cost + program::program_facts<scanned>::calls * program::simple_call,
        i = 0;
    auto const own = []<class K>(std::type_identity<K>) {
      if constexpr (device::is_computed<K>) return K::rule::cost - 4;
      return 0;
    };
    ((all += (program::reads_before_scan<P> & program::input_bit(i++)) != 0 ? own(std::type_identity<Kind>{}) : 0),
     ...);
    return all;
  }();
  /// The same of what is computed from it.
  static constexpr int behind_cost =
      program::program_facts<P>::cost - program::program_facts<scanned>::cost +
      (program::program_facts<P>::calls - program::program_facts<scanned>::calls) * program::simple_call;
};
}  // namespace cp::kernels::detail
