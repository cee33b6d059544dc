// Operations whose functions of elements are the library's own, where fuse/io.hpp is included too: its functions are in
// the namespace that these types bring into every call.
#include <doctest/doctest.h>

#include <fuse/fuse.hpp>
#include <fuse/io.hpp>

#include "array/values.hpp"

TEST_CASE("files and text beside differences, paddings and folds from the left") {
  cp::ndarray<double, 1> const x{0, 3, 6.5, 7};
  CHECK(tests::values(cp::unwrap(x, 0, 4.0)) == tests::doubles{0, -1, -1.5, -1});
  CHECK(tests::values(cp::cumsum(cp::unwrap(x, 0, 4.0))) == tests::doubles{0, -1, -2.5, -3.5});
  CHECK(tests::values(cp::sum(cp::unwrap(x, 0, 4.0), cp::keepdims)) == tests::doubles{-3.5});
  CHECK(tests::values(cp::subtract.reduce(cp::unwrap(x, 0, 4.0), cp::keepdims)) == tests::doubles{3.5});
  CHECK(tests::values(cp::pad(x, 1, cp::padding::mean{})) == tests::doubles{4.125, 0, 3, 6.5, 7, 4.125});
}
