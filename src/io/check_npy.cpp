// Whether a file's array is the one that the program asked for.
#include <fuse/core/error.hpp>
#include <fuse/io/format.hpp>
#include <fuse/io/npy.hpp>

namespace cp::detail {

void check_npy(io::npy_header const& header, std::string const& name, dtype_id dtype, std::int64_t itemsize, int rank) {
  auto const text = [](dtype_id d, std::int64_t bytes) {
    return d == dtype_id::other ? std::string("elements of ") + std::to_string(bytes) + " bytes" : dtype_name(d);
  };
  bool const same = header.dtype == dtype && header.itemsize == itemsize;
  if (!same && !(dtype == dtype_id::bfloat16 && header.may_be_bfloat16()))
    throw dtype_error("cp::load: " + name + " holds " + text(header.dtype, header.itemsize) + ", but " +
                      text(dtype, itemsize) + " was asked for; load it as what it is and convert with cp::astype<T>");
  if (static_cast<int>(header.shape.size()) != rank)
    throw shape_error("cp::load: " + name + " holds an array of " + std::to_string(header.shape.size()) +
                      " axes, but " + std::to_string(rank) + " were asked for");
}

}  // namespace cp::detail
