#include <fuse/expr/custom.hpp>
#include <string>

namespace cp {

void grid::refuse_cover(std::int64_t n, unsigned threads_x) {
  throw value_error("cp::grid::cover: " + std::to_string(n) + " elements in blocks of " + std::to_string(threads_x) +
                    " threads: expected 0 or more elements, 1 or more threads, and 2147483647 blocks at most; let a "
                    "thread take several elements");
}

}  // namespace cp
