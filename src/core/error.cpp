// Errors whose messages have no room.
#include <fuse/core/error.hpp>
#include <new>

namespace cp {

error::error(std::string const& message) try : std
  ::runtime_error(message) {}
catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}
error::error(char const* message) try : std
  ::runtime_error(message) {}
catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

namespace runtime {

namespace {

out_of_memory const& prepared() {
  static out_of_memory const& e =  // there may be no memory for a message when it is needed
      *new out_of_memory("cp: out of host memory for the bookkeeping of arrays", 0, 0, 0);
  return e;
}
[[maybe_unused]] out_of_memory const& made = prepared();

}  // namespace

void throw_out_of_bookkeeping(std::int64_t bytes) {
  out_of_memory e = prepared();
  e.requested_bytes = bytes;
  throw e;
}

}  // namespace runtime

}  // namespace cp
