// A number of any kind, and functions from text to one: what converters of text files give.
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/core/complex.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace cp::io {

/// A number with its kind, which becomes an element of any dtype that holds it; or a text that is still to be read.
struct any_number {
  /// What it is.
  enum class kind : unsigned char {
    signed_integer,    ///< `integer`
    unsigned_integer,  ///< `integer`, as 64 bits without a sign
    real,              ///< `re`
    complex,           ///< `re` and `im`
    text,              ///< `spelled`
  };
  kind is = kind::real;      ///< which of the others counts
  std::int64_t integer = 0;  ///< an integer, or its bits
  double re = 0;             ///< a floating-point number, or a real part
  double im = 0;             ///< an imaginary part
  std::string spelled = {};  ///< a text

  /// Zero.
  any_number() = default;
  /// An integer or a boolean.
  template <std::integral I>
  any_number(I x)
      : is(std::is_signed_v<I> ? kind::signed_integer : kind::unsigned_integer),
        integer(static_cast<std::int64_t>(x)) {}
  /// A floating-point number.
  template <class F>
  requires(!std::integral<F> && std::convertible_to<F, double>) any_number(F x) : re(static_cast<double>(x)) {}
  /// A complex number.
  template <class F>
  any_number(complex<F> const& z) : is(kind::complex), re(z.real()), im(z.imag()) {}
  /// A text that is to be read as a number of the array's dtype.
  any_number(std::string text) : is(kind::text), spelled(std::move(text)) {}
};

}  // namespace cp::io

namespace cp {

/// A function for one column of a text file: `{2, [](std::string_view field) { return field == "yes" ? 1 : 0; }}`. It
/// is called with a field and returns a number, or a std::string that is read as one.
class text_converter {
 public:
  /// For a column, counted from 0; negative ones from the last.
  template <class F>
  text_converter(int column, F f)
      : column_(column),
        f_(std::make_shared<F>(std::move(f))),
        call_([](void* g, std::string_view field) { return io::any_number((*static_cast<F*>(g))(field)); }) {
    static_assert(std::is_invocable_v<F&, std::string_view>,
                  "cp: a converter is a function of a std::string_view that gives a number or a std::string");
  }
  /// Its column.
  int column() const { return column_; }
  /// What it makes of a field.
  io::any_number operator()(std::string_view field) const { return call_(f_.get(), field); }

 private:
  int column_;
  std::shared_ptr<void> f_;
  io::any_number (*call_)(void*, std::string_view);
};

}  // namespace cp
