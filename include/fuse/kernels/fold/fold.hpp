// What the folding kernels of host and device share: the state of a kernel's folds, and what is computed when they are
// done.
#pragma once

#include <cstdint>
#include <fuse/core/config.hpp>
#include <fuse/program/folds.hpp>

namespace cp::kernels {

template <class Fold>
struct fold_slot {
  typename Fold::accumulator value;
};

template <class Folds>
struct fold_state;
template <class... Fold>
struct fold_state<program::list<Fold...>> : fold_slot<Fold>... {
  FUSE_HD void clear() { ((static_cast<fold_slot<Fold>&>(*this).value = Fold::identity()), ...); }
  /// Folds in an element.
  template <class Context>
  FUSE_HD void add(Context const& c) {
    program::with_shared_in_folds<Fold...>(
        c, [&](auto const& all) { (Fold::add(static_cast<fold_slot<Fold>&>(*this).value, all), ...); });
  }
  /// Folds in what another has folded.
  FUSE_HD void merge(fold_state const& other) {
    ((static_cast<fold_slot<Fold>&>(*this).value =
          Fold::combine(static_cast<fold_slot<Fold>&>(*this).value, static_cast<fold_slot<Fold> const&>(other).value)),
     ...);
  }
};

template <class Fold>
struct value_slot {
  typename Fold::type value;
};

/// What folds have come to.
template <class Folds>
struct fold_values;
template <class... Fold>
struct fold_values<program::list<Fold...>> : value_slot<Fold>... {
  /// Takes the values of some folds, which have seen `n` elements.
  template <class... Some>
  FUSE_HD void take(fold_state<program::list<Some...>> const& s, std::int64_t n) {
    ((static_cast<value_slot<Some>&>(*this).value = Some::finish(static_cast<fold_slot<Some> const&>(s).value, n)),
     ...);
  }
};

/// Calls use(context) with a context in which the folds of the list have their values.
template <class Values, class Context, class Use>
FUSE_HD void with_known(program::list<>, Values const&, Context const& c, Use&& use) {
  use(c);
}
template <class Fold, class... More, class Values, class Context, class Use>
FUSE_HD void with_known(program::list<Fold, More...>, Values const& v, Context const& c, Use&& use) {
  with_known(program::list<More...>{}, v,
             program::with_value<Fold, typename Fold::type, Context>{c, static_cast<value_slot<Fold> const&>(v).value},
             use);
}

template <class P>
struct part_slot {
  typename program::type_of<P>::type value;
};
/// An element's costly parts that several levels need.
template <class Parts>
struct kept_parts;
template <class... P>
struct kept_parts<program::list<P...>> : part_slot<P>... {
  template <class Q>
  FUSE_HD auto& of() {
    return static_cast<part_slot<Q>&>(*this).value;
  }
};

/// The folds of a signature by their depth: those of level 1 fold elements, those of level 2 what is computed from
/// elements and the folds of level 1, ...
template <class Signature>
struct fold_levels;
template <class Inputs, int Bytes, class... Store>
struct fold_levels<program::signature<Inputs, Bytes, Store...>> {
  using folds = typename program::find_folds<program::list<>, Store...>::type;
  using values = fold_values<folds>;
  static constexpr int count = program::depth<folds>;
  template <int Level>
  using below = typename program::folds_of_level<Level, folds>::below;
  template <int Level>
  using state = fold_state<typename program::folds_of_level<Level, folds>::at>;
  /// Inputs that are read as folded elements, and those that are not: a bit each.
  static constexpr std::uint64_t folded_inputs = (std::uint64_t{0} | ... | program::reads_in_folds<Store>),
                                 late_inputs = (std::uint64_t{0} | ... | program::reads_besides<Store>);

  /// Costly parts of level `Level`; the stores are the last level.
  template <int Level>
  static constexpr auto costly_at() {
    if constexpr (Level > count)
      return typename program::find_shared<program::list<>, program::list<>, Store...>::seen{};
    else
      return typename program::costly_in<typename program::folds_of_level<Level, folds>::at>::type{};
  }
  template <int Level>
  using costly = decltype(costly_at<Level>());
  /// Costly parts of levels from `Level` on.
  template <int Level>
  static constexpr auto costly_from() {
    if constexpr (Level > count + 1)
      return program::list<>{};
    else
      return typename program::joined<costly<Level>, decltype(costly_from<Level + 1>())>::type{};
  }
  /// Costly parts that more than one level needs, in the order in which they can be computed.
  template <int Level, class Done>
  static constexpr auto shared_from() {
    if constexpr (Level > count)
      return Done{};
    else
      return shared_from<
          Level + 1, typename program::append_common<Done, costly<Level>, decltype(costly_from<Level + 1>())>::type>();
  }
  using shared = decltype(shared_from<1, program::list<>>());
  /// Costly parts of stores that are the same for all elements, and what folds have come to.
  using fixed = typename program::find_fixed<program::list<>, Store...>::type;
  struct values_and_fixed : values, kept_parts<fixed> {};
  /// The level that computes one of them.
  template <class P, int Level = 1>
  static constexpr int first_level() {
    if constexpr (program::contains<P, costly<Level>>)
      return Level;
    else
      return first_level<P, Level + 1>();
  }

  /// Folds an element into the folds of a level; those of the levels below are known.
  template <int Level, class Context>
  FUSE_HD static void add(state<Level>& s, values const& known, Context const& c) {
    with_known(below<Level>{}, known, c, [&](auto const& inner) { s.add(inner); });
  }
  /// The same, keeping in `kept` what levels share.
  template <int Level, class Context, class Kept>
  FUSE_HD static void add(state<Level>& s, values const& known, Context const& c, Kept& kept) {
    with_known(below<Level>{}, known, c, [&](auto const& inner) {
      with_parts<Level>(shared{}, kept, inner, [&](auto const& all) { s.add(all); });
    });
  }
  /// Evaluates all stores where all folds are known.
  template <class Context, class Use>
  FUSE_HD static void evaluate(values const& known, Context const& c, Use&& use) {
    with_known(folds{}, known, c, [&](auto const& inner) { program::evaluate<Store...>(inner, use); });
  }
  template <class Context, class Kept, class Use>
  FUSE_HD static void evaluate(values const& known, Context const& c, Kept& kept, Use&& use) {
    with_known(folds{}, known, c, [&](auto const& inner) {
      with_parts<count + 1>(shared{}, kept, inner, [&](auto const& all) { program::evaluate<Store...>(all, use); });
    });
  }
  /// Computes the fixed parts; `c` need not know any element.
  template <class Context>
  FUSE_HD static void fix(values_and_fixed& known, Context const& c) {
    fix_each(fixed{}, known, c);
  }
  /// Evaluates all stores where fixed parts are known too.
  template <class Context, class... Kept, class Use>
  FUSE_HD static void evaluate_fixed(values_and_fixed const& known, Context const& c, Use&& use, Kept&... kept) {
    with_fixed(fixed{}, known, c, [&](auto const& inner) { evaluate(known, inner, kept..., use); });
  }

 private:
  template <class... P, class Context>
  FUSE_HD static void fix_each(program::list<P...>, values_and_fixed& known, Context const& c) {
    if constexpr (sizeof...(P) > 0)
      with_known(folds{}, known, c,
                 [&](auto const& inner) { ((known.template of<P>() = program::value_of<P>(inner)), ...); });
  }
  template <class Context, class Use>
  FUSE_HD static void with_fixed(program::list<>, values_and_fixed const&, Context const& c, Use&& use) {
    use(c);
  }
  template <class P, class... More, class Context, class Use>
  FUSE_HD static void with_fixed(program::list<P, More...>, values_and_fixed const& known, Context const& c,
                                 Use&& use) {
    with_fixed(program::list<More...>{}, known,
               program::with_value<P, typename program::type_of<P>::type, Context>{
                   c, static_cast<part_slot<P> const&>(known).value},
               use);
  }

  /// Calls use(context) with a context in which the parts that were computed before, or are at this level, have their
  /// values.
  template <int Level, class Kept, class Context, class Use>
  FUSE_HD static void with_parts(program::list<>, Kept&, Context const& c, Use&& use) {
    use(c);
  }
  template <int Level, class P, class... More, class Kept, class Context, class Use>
  FUSE_HD static void with_parts(program::list<P, More...>, Kept& kept, Context const& c, Use&& use) {
    using T = typename program::type_of<P>::type;
    constexpr int first = first_level<P>();
    if constexpr (first > Level) {
      with_parts<Level>(program::list<More...>{}, kept, c, use);
    } else {
      if constexpr (first == Level) kept.template of<P>() = program::value_of<P>(c);
      with_parts<Level>(program::list<More...>{}, kept, program::with_value<P, T, Context>{c, kept.template of<P>()},
                        use);
    }
  }
};

}  // namespace cp::kernels
