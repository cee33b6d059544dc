// What questions about dtypes refuse at run time; tests/static/dtype_tools_test.cpp has their answers.
#include <doctest.h>

#include <fuse/core/dtype_tools.hpp>
#include <fuse/core/error.hpp>

TEST_CASE("dtypes of another kind, and dtypes that have none in common, are refused by name") {
  struct particle {
    float mass;
  };
  cp::dtype const integers = cp::dtype_of<cp::int32>, floats = cp::dtype_of<float>;
  CHECK_THROWS_WITH_AS((void)cp::finfo(integers), "cp::finfo: a float or complex dtype is needed, not int32",
                       cp::dtype_error);
  CHECK_THROWS_WITH_AS((void)cp::iinfo(floats), "cp::iinfo: an integer dtype is needed, not float32", cp::dtype_error);
  CHECK_THROWS_WITH_AS((void)cp::iinfo(cp::dtype_of<bool>), "cp::iinfo: an integer dtype is needed, not bool",
                       cp::dtype_error);
  CHECK_THROWS_WITH_AS((void)cp::promote_types(floats, cp::dtype_of<particle>),
                       "cp::promote_types: there is no dtype for both float32 and other", cp::dtype_error);
  CHECK(cp::promote_types(cp::dtype_of<particle>, cp::dtype_of<particle>) == cp::dtype_of<particle>);
  CHECK(cp::finfo(floats).eps == 0x1p-23);
  CHECK(cp::iinfo(integers).max == 2147483647u);
}
