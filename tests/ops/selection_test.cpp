// where, clip and divmod against NumPy.
#include "golden.hpp"

namespace {

using golden::exact;
using golden::type_of;

template <char C>
void where_of(golden::reader& file) {
  using T = type_of<C>;
  auto const m = file.next<bool>();
  auto const x = file.next<T>(), y = file.next<T>();
  auto const e = cp::where(m, x, y);
  static_assert(std::is_same_v<typename decltype(e)::value_type, T>);
  golden::compare(std::string("where of ") + cp::dtype_traits<T>::name, cp::eval(e), file.next<T>(), exact, x, y);
  golden::layouts<bool> const p(m);
  golden::layouts<T> const q(x), r(y);
  golden::same_bits(std::string("where of views of ") + cp::dtype_traits<T>::name,
                    cp::eval(cp::where(p.reversed, q.strided, r.shifted)), cp::eval(e));
}

template <char C>
void clip_of(golden::reader& file) {
  using T = type_of<C>;
  auto const x = file.next<T>(), low = file.next<T>(), high = file.next<T>();
  auto const e = cp::clip(x, low, high);
  static_assert(std::is_same_v<typename decltype(e)::value_type, T>);
  golden::tolerance either_zero;
  either_zero.zero_sign = false;
  golden::compare(std::string("clip of ") + cp::dtype_traits<T>::name, cp::eval(e), file.next<T>(), either_zero, x, low,
                  high);
}

template <char A, char B>
void where_pair(golden::reader& file) {
  auto const x = file.next<type_of<A>>();
  auto const y = file.next<type_of<B>>();
  auto const e = cp::where(x, x, y);
  using R = typename std::remove_cvref_t<decltype(e)>::value_type;
  golden::compare(std::string("where of ") + A + B, cp::eval(e), file.next<R>(), exact, x, y);
}

template <char C>
void divmod_of(golden::reader& file) {
  using T = type_of<C>;
  auto const x = file.next<T>(), y = file.next<T>();
  auto const [q, r] = cp::divmod(x, y);
  auto const [a, b] = cp::evaluate(q, r);
  golden::compare(std::string("divmod, quotient of ") + cp::dtype_traits<T>::name, a, file.next<T>(), exact, x, y);
  golden::compare(std::string("divmod, rest of ") + cp::dtype_traits<T>::name, b, file.next<T>(), exact, x, y);
}

template <std::size_t... I>
void for_all_dtypes(golden::reader& wheres, golden::reader& clips, std::index_sequence<I...>) {
  (where_of<golden::codes[I]>(wheres), ...);
  (clip_of<golden::codes[I]>(clips), ...);
}

}  // namespace

// covers: cupy.where; cupy.clip; cupy.ndarray.clip
TEST_CASE("where and clip give NumPy's values for all dtypes") {
  golden::reader wheres("where"), clips("clip");
  for_all_dtypes(wheres, clips, std::make_index_sequence<golden::count>{});
  where_pair<'1', 'b'>(wheres);
  where_pair<'b', 'B'>(wheres);
  where_pair<'H', 'h'>(wheres);
  where_pair<'i', 'I'>(wheres);
  where_pair<'l', 'L'>(wheres);
  where_pair<'h', 'e'>(wheres);
  where_pair<'i', 'f'>(wheres);
  where_pair<'f', 'd'>(wheres);
  where_pair<'d', 'F'>(wheres);
  where_pair<'1', 'D'>(wheres);
}

// covers: cupy.divmod
TEST_CASE("divmod gives NumPy's values") {
  golden::reader file("divmod");
  divmod_of<'b'>(file);
  divmod_of<'l'>(file);
  divmod_of<'B'>(file);
  divmod_of<'L'>(file);
  divmod_of<'e'>(file);
  divmod_of<'f'>(file);
  divmod_of<'d'>(file);
}

TEST_CASE("where and clip take C++ numbers") {
  auto const x = cp::array<float>({-2, -0.5f, 0.5f, 3, NAN});
  auto const clipped = cp::clip(x, -1, 1.0);
  static_assert(std::is_same_v<typename decltype(clipped)::value_type, float>);
  auto const c = cp::eval(clipped).to_host();
  CHECK((c(0) == -1 && c(1) == -0.5f && c(2) == 0.5f && c(3) == 1 && c(4) != c(4)));
  auto const chosen = cp::where(x > 0, x, 0);
  static_assert(std::is_same_v<typename decltype(chosen)::value_type, float>);
  auto const w = cp::eval(chosen).to_host();
  CHECK((w(0) == 0 && w(1) == 0 && w(2) == 0.5f && w(3) == 3 && w(4) == 0));
  auto const numbers = cp::where(x > 0, 1, 2.5);
  static_assert(std::is_same_v<typename decltype(numbers)::value_type, double>);
  CHECK(cp::eval(numbers).to_host()(0) == 2.5);
  auto const bytes = cp::clip(cp::array<cp::uint8>({0, 7, 255}), 5, 9);
  static_assert(std::is_same_v<typename decltype(bytes)::value_type, cp::uint8>);
  auto const b = cp::eval(bytes).to_host();
  CHECK((b(0) == 5 && b(1) == 7 && b(2) == 9));
  CHECK(cp::eval(cp::clip(cp::array<cp::uint8>({1}), -1, 9)).item() == 1);  // as NumPy 2: none is below -1
  CHECK_THROWS_AS((void)cp::clip(cp::array<cp::uint8>({1}), 256, 300), cp::value_error);
}
