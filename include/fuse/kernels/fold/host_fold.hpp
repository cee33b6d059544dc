// The host's folding kernels: runs of contiguous elements into one state, or element by element into as many. (Long:
// one class template, the functions of a fold's kernel.)
#pragma once

#include <cstdint>
#include <fuse/kernels/elementwise/host_elementwise.hpp>
#include <fuse/kernels/fold/fold.hpp>
#include <fuse/kernels/fold/host_columns.hpp>
#include <fuse/kernels/fold/host_extreme.hpp>
#include <fuse/kernels/fold/host_lanes.hpp>
#include <fuse/kernels/loop.hpp>
#include <type_traits>
#include <utility>

namespace cp::kernels {

/// Elements that are folded into lanes one after the other. Lanes of 16 such blocks are merged one after the other too,
/// beyond that pairwise.
constexpr std::int64_t host_fold_block = 1024;

/// Functions of one level of folds (see fold_levels). States and values are trivially copyable; values are those of the
/// levels below, for each row.
struct host_fold_level : host_accumulators {
  /// Folds whole rows of a block at most, and writes what they have come to into their values.
  void (*rows)(host_fold_rows const& r, void* values);
  /// Folds n elements of a row from element i on into lanes, block after block. The lanes are written, and not read, if
  /// nothing has been folded into them (`fresh`).
  void (*blocks)(host_fold_rows const& r, std::int64_t row, std::int64_t i, std::int64_t n, void* lanes,
                 void const* values, bool fresh);
  /// Folds element i of each row into state i, which nothing has been folded into if it is `fresh`: it is written, and
  /// not read.
  void (*across)(host_fold_rows const& r, void* states, void const* values, bool fresh);
  /// Computes the costly parts that this level is the first of several to need; null where there are none. Across,
  /// element i knows values i.
  void (*keep)(host_fold_rows const& r, void const* values);
  void (*keep_across)(host_fold_rows const& r, void const* values);
  /// Writes what n states, each of `count` elements, have come to into their rows' values.
  void (*finish)(void const* states, std::int64_t n, std::int64_t count, void* values);
};

/// One signature's functions.
struct host_fold_kernel {
  int levels, value_bytes;
  host_fold_level const* level;
  int kept;  ///< costly parts that levels share, and their bytes an element
  std::int32_t const* kept_itemsize;
  std::uint64_t folded, late;  ///< inputs that are read as folded elements, and besides
  /// Stores rows of elements; null where a row has one.
  void (*along)(host_fold_rows const& r, void const* values);
  /// Stores an element for each of n rows.
  void (*across)(host_fold_rows const& r, void const* values);
};

/// Folds rows, the axes of a loop whose bits are set in `folded`, and stores as many elements as were read, or
/// (`to_rows`) one a row. Counts the launch, if anything is stored. Bits of the results depend on the loop's extents,
/// and on which axes lie side by side in memory.
void host_fold_start(host_fold_kernel const& kernel, signature_info const& info, loop_builder& loop,
                     std::uint32_t folded, bool to_rows);

namespace detail {

template <class P>
struct kept_row {
  program::held_type<P>* data;
};
/// A row's operands and the costly parts of its elements.
template <class Operands, class Shared>
struct host_row;
template <class Operands, class... P>
struct host_row<Operands, program::list<P...>> : Operands, kept_row<P>... {};

/// The functions of a kernel that stores `Elements`, or one element a row.
template <class Signature, bool Elements>
struct host_fold;

template <class... Kind, int Bytes, class... Store, bool Elements>
struct host_fold<program::signature<program::inputs<Kind...>, Bytes, Store...>, Elements> {
  using signature = program::signature<program::inputs<Kind...>, Bytes, Store...>;
  using levels = fold_levels<signature>;
  using values = typename levels::values;
  using shared = typename levels::shared;
  using numbers = std::make_integer_sequence<int, int(sizeof...(Kind))>;
  using stores = std::make_integer_sequence<int, int(sizeof...(Store))>;
  static constexpr bool wide = (is_wide_number<typename Kind::type> || ...);
  using row = host_row<host_operands<numbers, signature::bytes, host_kind<wide, Kind>...>, shared>;
  static constexpr int outputs = sizeof...(Store), operands = outputs + int(sizeof...(Kind));
  static_assert(std::is_trivially_copyable_v<values>, "cp: what a reduction results in must be trivially copyable");

  static host_fold_kernel const& kernel() {
    static constexpr table t = all(std::make_integer_sequence<int, levels::count>{});
    static constexpr host_fold_kernel k{levels::count,       int(sizeof(values)),     t.level,
                                        kept_parts,          kept_sizes(shared{}).of, levels::folded_inputs,
                                        levels::late_inputs, along_or_null(),         across};
    return k;
  }

 private:
  struct table {
    host_fold_level level[levels::count];
  };
  template <int... L>
  static constexpr table all(std::integer_sequence<int, L...>) {
    return {{one_level<L + 1>::functions()...}};
  }
  static constexpr auto along_or_null() -> void (*)(host_fold_rows const&, void const*) {
    if constexpr (Elements)
      return along;
    else
      return nullptr;
  }
  template <class... P>
  struct sizes {
    static constexpr std::int32_t of[] = {std::int32_t(sizeof(program::held_type<P>))..., 0};
  };
  template <class... P>
  static constexpr sizes<P...> kept_sizes(program::list<P...>) {
    return {};
  }
  template <class... P>
  static constexpr int count_of(program::list<P...>) {
    return sizeof...(P);
  }
  static constexpr int kept_parts = count_of(shared{});
  static_assert(kept_parts <= 64, "cp: levels of reductions share more than 64 costly parts");

  template <int... I, class... P>
  static row row_of(std::integer_sequence<int, I...>, program::list<P...>, char* const* data,
                    unsigned char const* scalars, [[maybe_unused]] void* const* kept,
                    [[maybe_unused]] std::int64_t first) {
    [[maybe_unused]] int k = 0;
    row r{{{host_operand<host_kind<wide, Kind>>(data[outputs + I])}..., {}},
          {static_cast<program::held_type<P>*>(kept[k++]) + first}...};
    __builtin_memcpy(r.bytes, scalars, signature::bytes);
    return r;
  }
  /// Where the operands of a row lie. What folds a row makes a `row` of it for itself: one that is copied would be read
  /// in other pieces than it was written in, for which a processor waits until all that was written before is in the
  /// cache.
  struct place {
    host_fold_rows const& rows;
    char* at[operands];
    std::int64_t number = 0;

    explicit place(host_fold_rows const& r) : rows(r) {
      for (int k = 0; k < operands; ++k) at[k] = static_cast<char*>(r.data[k]);
    }
    place(host_fold_rows const& r, std::int64_t n) : rows(r), number(n) {
      for (int k = 0; k < operands; ++k) at[k] = static_cast<char*>(r.data[k]) + (n == 0 ? 0 : n * r.step[k]);
    }
    void advance() { advance(rows.step); }
    [[gnu::always_inline]] void advance(std::int64_t const* step) {
      ++number;
      for (int k = 0; k < operands; ++k) {
        at[k] += step[k];
        asm("" : "+r"(at[k]));  // one after the other: written as a vector, they would be read in pieces
      }
    }
    [[gnu::always_inline]] row get() const {
      return row_of(numbers{}, shared{}, at, rows.scalars, rows.kept, number * rows.n);
    }
  };
  /// Rows one after the other.
  struct rows_in_turn {
    place at;
    std::int64_t step[operands] = {};

    explicit rows_in_turn(host_fold_rows const& r) : at(r) {
      for (int k = 0; k < operands && r.rows > 1; ++k) step[k] = r.step[k];
    }
    [[gnu::always_inline]] row next() {
      row const one = at.get();
      at.advance(step);
      return one;
    }
  };
  /// Calls use(row, addresses, number) for each row.
  template <class Use>
  [[gnu::always_inline]] static void for_rows(host_fold_rows const& r, Use&& use) {
    for_places(
        r, [&](place const& p) __attribute__((always_inline)) { use(p.get(), p.at, p.number); });
  }
  template <class Use>
  [[gnu::always_inline]] static void for_places(host_fold_rows const& r, Use&& use) {
    place p{r};
    while (r.rows > p.number) {  // clang 14 takes `p.number <` for the concept cp::number and its arguments
      use(p);
      if (p.number + 1 == r.rows) return;
      p.advance();
    }
  }

  /// Calls use(context) with a context in which the costly parts of levels up to `Level` have their values.
  template <int Level, class Context, class Use>
  [[gnu::always_inline]] static void with_kept(program::list<>, row const&, std::int64_t, Context const& c, Use&& use) {
    use(c);
  }
  template <int Level, class P, class... More, class Context, class Use>
  [[gnu::always_inline]] static void with_kept(program::list<P, More...>, row const& r, std::int64_t i,
                                               Context const& c, Use&& use) {
    if constexpr (levels::template first_level<P>() > Level) {
      with_kept<Level>(program::list<More...>{}, r, i, c, use);
    } else {
      using T = program::held_type<P>;
      with_kept<Level>(program::list<More...>{}, r, i,
                       program::with_value<P, T, Context>{c, static_cast<kept_row<P> const&>(r).data[i]}, use);
    }
  }

  template <class Folds>
  using columns_of = typename known_columns<values, Folds, typename levels::folds>::type;

  template <int Level>
  struct one_level {
    using folds = typename program::folds_of_level<Level, typename levels::folds>::at;
    using lanes = host_lanes<typename host_accumulations<folds>::type>;
    using state = typename lanes::state;
    using row_type = row;
    using place_type = place;
    using rows_type = rows_in_turn;
    using known_values = values;

    template <class... P>
    static constexpr bool keeps(program::list<P...>) {
      return ((levels::template first_level<P>() == Level) || ...);
    }
    static constexpr host_fold_level functions() {
      host_fold_level f{lanes::functions(), rows, blocks, across, nullptr, nullptr, finish};
      if constexpr (keeps(shared{})) {
        f.keep = keep;
        f.keep_across = keep_across;
      }
      return f;
    }

    /// `known`: values; or columns, or none of them, and which.
    template <class... Known>
    [[gnu::always_inline]] static void add(state& s, row const& r, std::int64_t i, Known const&... known) {
      if constexpr (Level == 1 && kept_parts == 0)  // most are: nothing is known
        add_to(folds{}, s, host_context<row>{r, i});
      else
        with_known(
            typename levels::template below<Level>{}, known...,
            host_context<row>{r, i}, [&](auto const& c) __attribute__((always_inline)) { add_in(c, s, r, i); });
    }
    template <class Context>
    [[gnu::always_inline]] static void add_in(Context const& c, state& s, row const& r, std::int64_t i) {
      with_kept<Level>(
          shared{}, r, i, c, [&](auto const& inner) __attribute__((always_inline)) { add_to(folds{}, s, inner); });
    }
    [[gnu::always_inline]] static void add_lane(lanes& s, int lane, values const& known, row const& r, std::int64_t i) {
      state one = s.load(lane);
      add(one, r, i, known);
      s.store(lane, one);
    }
    /// The same if `folds`; else the element is read, but not folded.
    [[gnu::always_inline]] static void add_lane_if(bool folds, lanes& s, int lane, values const& known, row const& r,
                                                   std::int64_t i) {
      state const before = s.load(lane);
      state one = before;
      add(one, r, i, known);
      s.store(lane, folds, one, before);
    }
    /// Folds element i + l into lane `first` + l for each l of `before` and more below Count; those before it are read,
    /// but not folded. Of costly elements in two loops: g++ would compute them under the condition, one by one, as it
    /// makes no vectors of calls that are not made each time (entropy of rows of 97 float16: 14 ns an element, so 4.7).
    template <int Count>
    [[gnu::always_inline]] static void add_lanes_from(int before, lanes& s, int first, values const& known,
                                                      row const& r, std::int64_t i) {
      if constexpr (costly(folds{})) {
        lanes later;
#pragma omp simd
        for (int l = 0; l < Count; ++l) {
          state one = s.load(first + l);
          add(one, r, i + l, known);
          later.store(l, one);
        }
#pragma omp simd
        for (int l = 0; l < Count; ++l) s.store(first + l, l >= before, later.load(l), s.load(first + l));
      } else {
#pragma omp simd
        for (int l = 0; l < Count; ++l) add_lane_if(l >= before, s, first + l, known, r, i + l);
      }
    }
    template <class... Fold>
    static constexpr bool costly(program::list<Fold...>) {
      return ((program::program_facts<Fold>::most > program::division_cost) || ...);
    }
    /// In a loop over i whose lanes are to stay in registers: g++ would write out some of its turns before the others,
    /// and keep what the two loops hand on in memory.
    [[gnu::always_inline]] static void one_loop([[maybe_unused]] std::int64_t& i) {
      if constexpr (sizeof(state) <= 8) asm volatile("" : "+r"(i));
    }
    [[gnu::always_inline]] static void add_lanes(lanes& s, values const& known, row const& r, std::int64_t i) {
#pragma omp simd
      for (int l = 0; l < lanes::count; ++l) add_lane(s, l, known, r, i + l);
    }
    /// What a row of n elements that fill all lanes comes to: the last ones are read as the last that do.
    [[gnu::always_inline]] static state total_of_many(row const& r, values const& known, std::int64_t n) {
      std::int64_t i = 0;
      lanes s;
      s.clear();
      do {
        add_lanes(s, known, r, i);
        i += lanes::count;
        one_loop(i);
      } while (i + lanes::count <= n);
      std::int64_t const last = n - lanes::count;
      add_lanes_from<lanes::count>(static_cast<int>(i - last), s, 0, known, r, last);
      return s.total_here();
    }
    /// What elements that do not fill the lanes come to: in narrower vectors, if there are as many, the last ones read
    /// as the last that do.
    [[gnu::noinline]] static void fold_few(lanes& s, place const& p, values const& known, std::int64_t i,
                                           std::int64_t n) {
      row const r = p.get();
      std::int64_t const end = i + n;
      s.clear();
      int first = 0;
      for (; i + lanes::narrow <= end; i += lanes::narrow, first += lanes::narrow) {
#pragma omp simd
        for (int l = 0; l < lanes::narrow; ++l) add_lane(s, first + l, known, r, i + l);
      }
      std::int64_t const last = end - lanes::narrow;
      if (n < lanes::narrow) {
        for (; i < end; ++i) {
          asm volatile("" : "+r"(i));  // not worth vectors of fewer elements, and what chooses them
          add_lane(s, first++, known, r, i);
        }
      } else if (i < end) {
        add_lanes_from<lanes::narrow>(static_cast<int>(i - last), s, first, known, r, last);
      }
    }
    using extreme = extreme_of_rows<one_level>;
    static constexpr bool finds_extreme = Level == 1 && kept_parts == 0 && one_extreme<folds>::found;
    static void rows(host_fold_rows const& r, void* to) {
      if constexpr (finds_extreme)
        if (r.n >= extreme::least)
          return each_row(
              r, to, [](place const& p, values const& known, std::int64_t n) __attribute__((always_inline)) {
                state none;
                none.clear();
                return extreme::find(p, known, 0, n, none);
              });
      if constexpr (sizeof(state) <= 16 && !costly(folds{}))  // where registers would save little beside a call
        if (r.n >= lanes::count)
          return each_row(
              r, to, [](place const& p, values const& known, std::int64_t n) __attribute__((always_inline)) {
                return total_of_many(p.get(), known, n);
              });
      each_row(
          r, to, [](place const& p, values const& known, std::int64_t n) __attribute__((always_inline)) {
            lanes s;
            if (n < lanes::count)
              fold_few(s, p, known, 0, n);
            else
              fold_into(s, p, known, 0, n, true);
            return s.total();
          });
    }
    /// What the loop needs stays in registers: read from memory after a result has been stored, it would wait for that
    /// result, and rows would follow one another instead of overlapping (100 rows of 1000 float32: 2.6 us, so 1.9).
    template <class Fold>
    [[gnu::always_inline]] static void each_row(host_fold_rows const& r, void* to, Fold const& fold) {
      auto* const v = static_cast<values*>(to);
      std::int64_t const n = r.n, count = r.rows;
      std::int64_t step[operands] = {};
      for (int k = 0; k < operands && count > 1; ++k) step[k] = r.step[k];
      place p(r);
      for (std::int64_t i = 0; i < count; ++i) {
        values const known = v[i];
        finish_to(folds{}, v[i], fold(p, known, n), n);
        p.advance(step);
      }
    }
    /// Whole blocks, from whose registers lanes are merged; the rest as the last of a block that is not whole.
    [[gnu::noinline]] static void fold_into(lanes& all, place const& p, values const& known, std::int64_t i,
                                            std::int64_t n, bool fresh) {
      if constexpr (finds_extreme)
        if (n >= extreme::least) {
          if (fresh) all.clear();
          all.store(0, extreme::find(p, known, i, n, all.load(0)));
          return;
        }
      row const r = p.get();
      values const v = known;
      for (std::int64_t const end = i + n; i < end;) {
        lanes s;
        if (end - i < lanes::count) {
          fold_few(s, p, v, i, end - i);
          i = end;
        } else {
          std::int64_t const to = end - i < host_fold_block ? end : i + host_fold_block;
          s.clear();
          do {
            add_lanes(s, v, r, i);
            i += lanes::count;
            one_loop(i);
          } while (i + lanes::count <= to);
          if (i < to) {
            int const before = static_cast<int>(i - to + lanes::count);
            i = to;
            if constexpr (sizeof(state) <= 8) {  // lanes stay in registers: those of the loop are not written to
              lanes last;
              last.clear();
              add_lanes_from<lanes::count>(before, last, 0, v, r, to - lanes::count);
              s.merge(last);
            } else {
              add_lanes_from<lanes::count>(before, s, 0, v, r, to - lanes::count);
            }
          }
        }
        if (fresh)
          all = s;
        else
          all.merge(s);
        fresh = false;
      }
      if (fresh) all.clear();
    }
    static void blocks(host_fold_rows const& r, std::int64_t number, std::int64_t i, std::int64_t n, void* to,
                       void const* known, bool fresh) {
      fold_into(*static_cast<lanes*>(to), place(r, number), static_cast<values const*>(known)[number], i, n, fresh);
    }

    /// Folds an element of each row into a state each, for columns that lie side by side.
    static void across(host_fold_rows const& r, void* to, void const* known, bool fresh) {
      auto* const s = static_cast<state*>(to);
      for (std::int64_t first = 0; first < r.n;) {
        columns const here(known, first, r.n - first);
        folded_columns<one_level>::fold(r, s + first, here, first, fresh);
        first += here.n;
      }
    }
    using columns = columns_of<typename levels::template below<Level>>;

    template <class Context>
    [[gnu::always_inline]] static void compute(program::list<>, row const&, std::int64_t, Context const&) {}
    template <class P, class... More, class Context>
    [[gnu::always_inline]] static void compute(program::list<P, More...>, row const& r, std::int64_t i,
                                               Context const& c) {
      using T = program::held_type<P>;
      constexpr int first = levels::template first_level<P>();
      if constexpr (first > Level) {
        compute(program::list<More...>{}, r, i, c);
      } else if constexpr (first < Level) {
        compute(program::list<More...>{}, r, i,
                program::with_value<P, T, Context>{c, static_cast<kept_row<P> const&>(r).data[i]});
      } else {
        T const value = program::value_to_hold<P>(c);
        T& kept = static_cast<kept_row<P> const&>(r).data[i];
        if constexpr (requires { kept.bits; })
          kept.bits = value.bits;  // g++ makes no vectors of what is copied whole
        else
          kept = value;
        compute(program::list<More...>{}, r, i, program::with_value<P, T, Context>{c, value});
      }
    }
    template <class... Known>
    [[gnu::always_inline]] static void keep_element(row const& r, std::int64_t i, Known const&... known) {
      with_known(
          typename levels::template below<Level>{}, known...,
          host_context<row>{r, i}, [&](auto const& c) __attribute__((always_inline)) { compute(shared{}, r, i, c); });
    }
    /// Calls element(i) for all i below n, in whole vectors if there is one: the last ones are computed again. Before
    /// each vector, calls before(i).
    template <class Element, class Before>
    [[gnu::always_inline]] static void in_vectors(std::int64_t n, Element const& element, Before const& before) {
      constexpr int whole = 16;
      if (n < whole) {
        for (std::int64_t i = 0; i < n; ++i) element(i);
        return;
      }
      for (std::int64_t i = 0; i < n; i += whole) {
        std::int64_t const first = i + whole <= n ? i : n - whole;
        before(first);
#pragma omp simd
        for (int l = 0; l < whole; ++l) element(first + l);
      }
    }
    static void keep(host_fold_rows const& r, void const* known) {
      for_rows(r, [&](row const& one, char* const* at, std::int64_t number) {
        values const v = static_cast<values const*>(known)[number];
        in_vectors(
            r.n, [&](std::int64_t i) __attribute__((always_inline)) { keep_element(one, i, v); },
            [&](std::int64_t i) __attribute__((always_inline)) { fetch(numbers{}, stores{}, at, i, r.n); });
      });
    }
    /// Asks for what will be written at element i, and for what lies a row further on: costly parts leave memory idle.
    template <int... I, int... O>
    [[gnu::always_inline]] static void fetch(std::integer_sequence<int, I...>, std::integer_sequence<int, O...>,
                                             char* const* at, std::int64_t i, std::int64_t n) {
      if constexpr (Elements) (__builtin_prefetch(at[O] + i * std::int64_t{sizeof(typename Store::type)}, 1), ...);
      ((is_single<Kind> ? void()
                        : __builtin_prefetch(at[outputs + I] + (i + n) * std::int64_t{sizeof(typename Kind::type)})),
       ...);
    }
    static void keep_across(host_fold_rows const& r, void const* known) {
      for (std::int64_t first = 0; first < r.n;) {
        columns const here(known, first, r.n - first);
        for_rows(r, [&](row const& one, char* const*, std::int64_t) { keep_columns(one, first, here); });
        first += here.n;
      }
    }
    /// Not in_vectors: of a loop of 16 turns that each read other values g++ makes scalars (softmax along axis 0 of
    /// (4000, 2000) float32: 22 ms, so 6.4).
    template <class Columns>
    static void keep_columns(row const& r, std::int64_t first, Columns const& v) {
      using N = typename Columns::number;
      N const n = v.n;
#pragma omp simd
      for (N i = 0; i < n; ++i) keep_element(r, first + i, v, i);
    }

    static void finish(void const* states, std::int64_t n, std::int64_t count, void* to) {
      auto const* const s = static_cast<state const*>(states);
      auto* const v = static_cast<values*>(to);
#pragma omp simd
      for (std::int64_t i = 0; i < n; ++i) finish_to(folds{}, v[i], s[i], count);
    }
  };

  /// Not written in a loop: see host_form::element.
  template <class... Known>
  [[gnu::always_inline]] static void element(row const& r, std::int64_t i, typename Store::type*... out,
                                             Known const&... known) {
    with_known(
        typename levels::folds{}, known...,
        host_context<row>{r, i}, [&](auto const& c) __attribute__((always_inline)) { element_in(c, r, i, out...); });
  }
  template <class Context>
  [[gnu::always_inline]] static void element_in(Context const& c, row const& r, std::int64_t i,
                                                typename Store::type*... out) {
    auto const use = [&](typename Store::type const&... x) __attribute__((always_inline)) { ((out[i] = x), ...); };
    if constexpr (Elements)
      with_kept<levels::count>(
          shared{}, r, i,
          c, [&](auto const& inner) __attribute__((always_inline)) { program::evaluate<Store...>(inner, use); });
    else
      program::evaluate<Store...>(c, use);
  }
  static void along(host_fold_rows const& r, void const* known) {
    for_rows(r, [&](row const& one, char* const* at, std::int64_t i) {
      store_row(stores{}, one, at, r.n, static_cast<values const*>(known)[i]);
    });
  }
  /// A rest of a row, which is mostly one of numbers that take long one by one, is part of a vector of which some
  /// elements are computed again, unless a result overwrites what they are computed from.
  template <int... O>
  static void store_row(std::integer_sequence<int, O...>, row const& r, char* const* at, std::int64_t n,
                        values const& row_values) {
    constexpr std::int64_t whole = 16;
    values const known = row_values;
    bool again = n > whole && n % whole != 0;
    for (int o = 0; o < outputs; ++o)
      for (int k = outputs; k < outputs + int(sizeof...(Kind)); ++k) again = again && at[o] != at[k];
    [&](typename Store::type*... out) {
      std::int64_t i = 0;
      for (std::int64_t end = again ? n - n % whole : n;; end = n) {
#pragma omp simd
        for (std::int64_t k = i; k < end; ++k) element(r, k, out..., known);
        if (end == n) return;
        i = n - whole;
      }
    }(reinterpret_cast<typename Store::type*>(at[O])...);
  }
  static void across(host_fold_rows const& r, void const* known) {
    using columns = columns_of<typename levels::folds>;
    for (std::int64_t first = 0; first < r.n;) {
      columns const here(known, first, r.n - first);
      for_rows(r,
               [&](row const& one, char* const* at, std::int64_t) { store_columns(stores{}, one, at, first, here); });
      first += here.n;
    }
  }
  template <int... O, class Columns>
  static void store_columns(std::integer_sequence<int, O...>, row const& r, char* const* at, std::int64_t first,
                            Columns const& v) {
    using N = typename Columns::number;
    N const n = v.n;
    [&](typename Store::type*... out) {
#pragma omp simd
      for (N i = 0; i < n; ++i) element(r, first + i, out..., v, i);
    }(reinterpret_cast<typename Store::type*>(at[O])...);
  }
};

}  // namespace detail
}  // namespace cp::kernels
