// What cannot be joined.
#include <fuse/core/error.hpp>
#include <fuse/ops/joining.hpp>
#include <string>

namespace cp::detail {

void throw_unjoinable(char const* where, int axis, std::int64_t const* a, unsigned added_to_a, std::int64_t const* b,
                      unsigned added_to_b, int rank) {
  auto const is_own = [](unsigned added, int i) { return (added >> i & 1) == 0; };
  // The shapes as they came, in which the axes that the function added are not.
  auto const text = [&](std::int64_t const* shape, unsigned added) {
    std::string list;
    int count = 0;
    for (int i = 0; i < rank; ++i)
      if (is_own(added, i)) list += (count++ == 0 ? "" : ", ") + std::to_string(shape[i]);
    return "(" + list + (count == 1 ? ",)" : ")");
  };
  int at = 0;
  while (at == axis || a[at] == b[at]) ++at;
  int own = 0;
  for (int i = 0; i < at; ++i) own += is_own(added_to_b, i);
  bool const none_joined = !is_own(added_to_a, axis) && !is_own(added_to_b, axis);
  throw shape_error(std::string(where) +
                    (none_joined ? ": shapes differ: " : ": extents off the joined axis differ: ") +
                    text(a, added_to_a) + " and " + text(b, added_to_b) + ": axis " + std::to_string(own) +
                    " has extents " + std::to_string(a[at]) + " and " + std::to_string(b[at]));
}

}  // namespace cp::detail
