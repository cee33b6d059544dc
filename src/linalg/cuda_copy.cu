// Strided copies on the device.
#include "copy_elements.hpp"
#include "library/strided_copy.hpp"

namespace cp::library {

void copy_on_device(strided_copy const& what) { copy_in<cuda_space>(what); }

}  // namespace cp::library
