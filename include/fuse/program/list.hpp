// Lists of types.
#pragma once

#include <type_traits>

namespace cp::program {

template <class... P>
struct list {};
template <class P, class List>
struct is_in : std::false_type {};
template <class P, class... Q>
struct is_in<P, list<Q...>> : std::bool_constant<(__is_same(P, Q) || ...)> {};
template <class P, class List>
concept contains = is_in<P, List>::value;
template <class List, class P>
struct append;
template <class... Q, class P>
struct append<list<Q...>, P> {
  using type = list<Q..., P>;
};
/// Those of a list of which Keep<P>::value is true, behind what is `Done`.
template <template <class> class Keep, class List, class Done = list<>>
struct filter {
  using type = Done;
};
template <template <class> class Keep, class P, class... More, class... Q>
struct filter<Keep, list<P, More...>, list<Q...>>
    : filter<Keep, list<More...>, std::conditional_t<Keep<P>::value, list<Q..., P>, list<Q...>>> {};

}  // namespace cp::program
