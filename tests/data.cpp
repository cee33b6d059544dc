// Where the tests' data are.
#include "data.hpp"

std::string tests::data_folder() { return FUSE_TEST_DATA; }
