// Where the tests' data are. A function, so that the objects of tests are the same in any folder and a compiler cache
// can share them.
#pragma once

#include <string>

namespace tests {

/// The folder tests/data.
std::string data_folder();

}  // namespace tests
