// Strided copies on the host, and the choice of the space.
#include "strided_copy.hpp"

#include "copy_elements.hpp"

namespace cp::products {

int itemsize_of(dtype_id dtype) {
  switch (dtype) {
    case dtype_id::bool_:
    case dtype_id::int8:
    case dtype_id::uint8:
      return 1;
    case dtype_id::int16:
    case dtype_id::uint16:
    case dtype_id::float16:
    case dtype_id::bfloat16:
      return 2;
    case dtype_id::int32:
    case dtype_id::uint32:
    case dtype_id::float32:
      return 4;
    case dtype_id::complex128:
      return 16;
    default:
      return 8;
  }
}

void copy(memory_kind kind, strided_copy const& what) {
  kind == memory_kind::host ? copy_in<host_space>(what) : copy_on_device(what);
}

}  // namespace cp::products
