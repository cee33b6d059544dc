// Who is told how far the reading or writing of a file is.
#include <fuse/core/shape.hpp>
#include <fuse/io/progress.hpp>

namespace cp {

std::int64_t progress::checked(std::int64_t every) {
  if (every < 1) detail::throw_value("cp::progress", "it is told after 1 byte or more, not after", every);
  return every;
}

namespace io {

void progress_meter::tell() {
  if (done_ != total_) told_(done_, total_);  // the last call is finish()'s
  next_ = done_ <= INT64_MAX - told_.every() ? done_ + told_.every() : INT64_MAX;
}

}  // namespace io

}  // namespace cp
