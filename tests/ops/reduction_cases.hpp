// Walks the records that tests/data/make_reduction_cases.py wrote: what NumPy makes of a reduction for every dtype,
// shape, axis and keepdims.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <fuse/fuse.hpp>
#include <iterator>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "close.hpp"
#include "data.hpp"

namespace cases {

template <class T, int N>
using array = cp::ndarray<T, N>;

/// NumPy's character of a dtype.
template <class T>
constexpr char code() {
  constexpr cp::dtype_kind kind = cp::dtype_traits<T>::kind;
  if constexpr (cp::boolean<T>)
    return '?';
  else if constexpr (cp::complex_floating<T>)
    return sizeof(T) == 8 ? 'F' : 'D';
  else if constexpr (cp::floating<T>)
    return sizeof(T) == 2 ? 'e' : sizeof(T) == 4 ? 'f' : 'd';
  else if constexpr (kind == cp::dtype_kind::signed_integer)
    return sizeof(T) == 1 ? 'b' : sizeof(T) == 2 ? 'h' : sizeof(T) == 4 ? 'i' : 'q';
  else
    return sizeof(T) == 1 ? 'B' : sizeof(T) == 2 ? 'H' : sizeof(T) == 4 ? 'I' : 'Q';
}

/// What failed checks print of where they are: nested, and compiled once, unlike CAPTURE.
class inside {
 public:
  explicit inside(std::string const& what) : before_(where().size()) { where() += " " + what; }
  inside(inside const&) = delete;
  inside& operator=(inside const&) = delete;
  ~inside() { where().resize(before_); }

  static std::string& where() {
    static std::string text;
    return text;
  }

 private:
  std::size_t before_;
};

class reader {
 public:
  explicit reader(std::string const& name) {
    std::ifstream file(tests::data_folder() + "/reductions/cases/" + name + ".bin", std::ios::binary);
    REQUIRE(file.good());
    bytes_.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  template <class T>
  std::vector<T> take(std::size_t n) {
    REQUIRE(at_ + n * sizeof(T) <= bytes_.size());
    std::vector<T> v(n);
    if (n > 0) std::memcpy(v.data(), bytes_.data() + at_, n * sizeof(T));
    at_ += n * sizeof(T);
    return v;
  }
  bool done() const { return at_ == bytes_.size(); }

 private:
  std::vector<char> bytes_;
  std::size_t at_ = 0;
};

using extents = std::vector<std::int64_t>;

/// What an evaluation gave: elements and their shape, or a value_error.
template <class R>
struct outcome {
  array<R, 1> values;
  extents shape;
  bool threw = false;
};

/// Compares the next record with an outcome, which has this shape.
template <class R>
[[gnu::noinline]] void compare(reader& in, outcome<R> const& got, double epsilons, extents const& shape) {
  char const status = in.take<char>(1)[0], dtype = in.take<char>(1)[0];
  std::size_t const n = in.take<std::uint16_t>(1)[0];
  INFO(inside::where());
  REQUIRE(status != 2);
  REQUIRE(got.threw == (status == 1));
  if (got.threw) return;
  REQUIRE(dtype == code<R>());
  REQUIRE(got.shape == shape);
  std::vector<unsigned char> const raw = in.take<unsigned char>(n * sizeof(R));
  auto const result = got.values.to_host();
  REQUIRE(result.size() == static_cast<std::int64_t>(n));
  for (std::size_t i = 0; i < n; ++i) {
    R expected;
    std::memcpy(&expected, raw.data() + i * sizeof(R), sizeof(R));
    R const found = result.data()[i];
    // NumPy leaves open which part of a complex number is NaN.
    bool const right = (found != found && expected != expected) || tests::close(found, expected, epsilons);
    CHECK_MESSAGE(right, "element " << i << " is " << tests::magnitude(found) << " and should be "
                                    << tests::magnitude(expected) << ", in magnitude");
  }
}

/// What `make`, which gives an expression, evaluates to. Little is instantiated for each.
template <class Make>
auto outcome_of(Make const& make) {
  outcome<typename decltype(make())::value_type> r;
  try {
    auto const a = cp::eval(make());
    r.values = array<typename decltype(r.values)::value_type, 1>(a.memory(), a.data(), {{a.size()}}, {{1}});
    r.shape.assign(a.shape().begin(), a.shape().end());
  } catch (cp::value_error const&) {
    r.threw = true;
  }
  return r;
}

/// An array of the first elements.
template <int Rank, class T>
array<T, Rank> shaped(std::vector<T> const& x, cp::shape_array<Rank> const& shape) {
  std::int64_t const n = cp::size_of(shape);
  cp::ndarray<T, 1, cp::host_space> const host = cp::empty<T, cp::host_space>({n});
  for (std::int64_t i = 0; i < n; ++i) host.data()[i] = x[static_cast<std::size_t>(i)];
  return cp::reshape(host.template to<cp::default_space>(), shape);
}

/// Passes over records, of which none may have a result if the dtype is `refused` (NumPy refuses empty operands first).
inline void pass(reader& in, int records, bool refused) {
  for (int i = 0; i < records; ++i) {
    char const status = in.take<char>(1)[0], dtype = in.take<char>(1)[0];
    REQUIRE(status != (refused ? 0 : 2));
    std::string const small = "?bB", two = "hHe", four = "iIf", eight = "qQdF";
    auto const is_in = [&](std::string const& of) { return of.find(dtype) != std::string::npos; };
    std::size_t const bytes = is_in(small) ? 1 : is_in(two) ? 2 : is_in(four) ? 4 : is_in(eight) ? 8 : 16;
    (void)in.take<char>(in.take<std::uint16_t>(1)[0] * bytes);
  }
}
/// Records of shapes of ranks 0 and 1, 2 and 4: of all axes and of each, without keepdims and with.
inline constexpr int records_below_rank_2 = 2 * (1 + 2 + 2), records_of_rank_2 = 2 * (3 + 3 + 3 + 3),
                     records_of_rank_4 = 2 * (1 + 4);

/// What keeps these tests quick to compile: other ranks than 2 and keepdims, which make other shapes and no other
/// values, for a dtype of each kind; dtypes that differ from others in their sizes alone are left to builds that test
/// everything, some of them to those of the host.
template <class T, class... Of>
constexpr bool is_one_of = (std::is_same_v<T, Of> || ...);
template <class T>
constexpr bool is_of_each_kind = is_one_of<T, float> ||
                                 (FUSE_TEST_EVERYTHING && is_one_of<T, bool, std::int8_t, cp::complex128>);
template <class T>
constexpr bool is_walked = is_one_of<T, std::int8_t, cp::float16, float, cp::complex128> ||
                           (FUSE_TEST_EVERYTHING &&
                            (is_one_of<T, bool, double> || std::is_same_v<cp::default_space, cp::host_space>));

template <class T, int Rank, class F>
void of_shape(reader& in, F const& f, std::vector<T> const& x, cp::shape_array<Rank> const& shape, double epsilons) {
  inside const here(cp::to_string(shape));
  auto const a = shaped<Rank, T>(x, shape);
  compare(in, outcome_of([&] { return f(a); }), epsilons, {});
  if constexpr (is_of_each_kind<T>)
    compare(in, outcome_of([&] { return f(a, cp::keepdims); }), epsilons, extents(Rank, 1));
  else
    pass(in, 1, false);
  if constexpr (Rank > 0)
    for (int axis = 0; axis < Rank; ++axis) {
      inside const along("axis " + std::to_string(axis));
      extents kept(shape.begin(), shape.end());
      kept[static_cast<std::size_t>(axis)] = 1;
      extents gone;
      for (int k = 0; k < Rank; ++k)
        if (k != axis) gone.push_back(shape[static_cast<std::size_t>(k)]);
      compare(in, outcome_of([&] { return f(a, axis); }), epsilons, gone);
      if constexpr (is_of_each_kind<T>)
        compare(in, outcome_of([&] { return f(a, axis, cp::keepdims); }), epsilons, kept);
      else
        pass(in, 1, false);
    }
}

template <bool Accepted, class T, class F>
void of_dtype(reader& in, std::vector<T> const& x, F const& f, double epsilons) {
  inside const here(std::string(1, code<T>()));
  if constexpr (!Accepted || !is_walked<T>) {
    pass(in, records_below_rank_2 + records_of_rank_2 + records_of_rank_4, !Accepted);
  } else {
    if constexpr (is_of_each_kind<T>) {
      of_shape<T, 0>(in, f, x, {}, epsilons);
      of_shape<T, 1>(in, f, x, {0}, epsilons);
      of_shape<T, 1>(in, f, x, {1}, epsilons);
    } else {
      pass(in, records_below_rank_2, false);
    }
    of_shape<T, 2>(in, f, x, {0, 3}, epsilons);
    of_shape<T, 2>(in, f, x, {3, 0}, epsilons);
    of_shape<T, 2>(in, f, x, {1, 0}, epsilons);
    of_shape<T, 2>(in, f, x, {3, 4}, epsilons);
    if constexpr (is_of_each_kind<T>)
      of_shape<T, 4>(in, f, x, {2, 1, 0, 3}, epsilons);
    else
      pass(in, records_of_rank_4, false);
  }
}

/// Which dtypes NumPy's function takes.
enum accepted { all_dtypes, no_booleans, no_complex };

/// The operand of a dtype that a file begins with.
template <class T>
std::vector<T> take_operand(reader& in) {
  auto const flat = in.take<std::conditional_t<std::is_same_v<T, bool>, unsigned char, T>>(12);
  return {flat.begin(), flat.end()};  // std::vector<bool> has no data()
}

/// f(in, operand) for each of these dtypes, whose operands stand before their records: so many each, if that is known.
template <class... T, class F, int Records = 0>
void each_dtype(char const* file, F const& f, std::integral_constant<int, Records> = {}) {
  reader in(file);
  auto const one = [&]<class U>(std::type_identity<U>) {
    inside const here(std::string(file) + " " + code<U>());
    auto const operand = take_operand<U>(in);
    if constexpr (is_walked<U> || Records == 0)
      f(in, operand);
    else
      pass(in, Records, false);
  };
  (one(std::type_identity<T>{}), ...);
  CHECK(in.done());
}

/// Masks of a (3, 4) operand: of its shape, and of its rows'.
inline auto mask34() { return cp::reshape(cp::arange<std::int64_t>(12), {3, 4}) % 3 != 0; }
inline array<bool, 1> mask4() {
  return cp::ndarray<bool, 1, cp::host_space>{true, false, true, true}.to<cp::default_space>();
}

/// Compares a function with its file, whole.
template <accepted Which = all_dtypes, class F>
void as_numpy(char const* name, F const& f, double epsilons) {
  inside const here(name);
  reader in(name);
  // All operands stand at the start: braces keep their order.
  auto const operands =
      [&]<class... T>(std::type_identity<std::tuple<T...>>) {
        return std::tuple<std::vector<T>...>{take_operand<T>(in)...};
      }(std::type_identity<
          std::tuple<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                     std::uint32_t, std::uint64_t, cp::float16, float, double, cp::complex64, cp::complex128>>{});
  auto const one = [&]<class T>(std::vector<T> const& x) {
    constexpr bool refused =
        (Which == no_booleans && cp::boolean<T>) || (Which == no_complex && cp::complex_floating<T>);
    of_dtype<!refused>(in, x, f, epsilons);
  };
  std::apply([&](auto const&... x) { (one(x), ...); }, operands);
  CHECK(in.done());
}

#define AS_NUMPY(NAME) [](auto const& operand, auto... option) { return cp::NAME(operand, option...); }

}  // namespace cases
