// Folds in two passes, where data are near when a second fold reads them: each fold is simpler.
#pragma once

#include <fuse/program/folds.hpp>
#include <fuse/program/list.hpp>
#include <fuse/program/program.hpp>
#include <type_traits>

namespace cp::program {

/// The fold that stands for another in two passes, of another one's value besides; operations say which.
template <class Fold>
struct in_two_passes {
  using type = Fold;
};
template <class Folds>
constexpr bool any_in_two_passes = false;
template <class... Fold>
constexpr bool any_in_two_passes<list<Fold...>> = (!std::is_same_v<typename in_two_passes<Fold>::type, Fold> || ...);

/// A program with such folds in it.
template <class P>
struct with_two_passes {
  using type = P;
};
template <class Op, class... P>
struct with_two_passes<apply<Op, P...>> {
  using type = apply<Op, typename with_two_passes<P>::type...>;
};
template <int Offset, class F, class... P>
struct with_two_passes<invoke<Offset, F, P...>> {
  using type = invoke<Offset, F, typename with_two_passes<P>::type...>;
};
template <class T, class P>
struct with_two_passes<store<T, P>> {
  using type = store<T, typename with_two_passes<P>::type>;
};
template <class Op, class A, class T, class... P>
struct with_two_passes<fold<Op, A, T, P...>> : in_two_passes<fold<Op, A, T, typename with_two_passes<P>::type...>> {};
template <class Inputs, int Bytes, class... Store>
struct with_two_passes<signature<Inputs, Bytes, Store...>> {
  using type = signature<Inputs, Bytes, typename with_two_passes<Store>::type...>;
};

}  // namespace cp::program
