// Sums of products by transforms on the device.
#include "sliding.hpp"

namespace cp::fft::detail {

void slide_on_device(cp::library::sliding_sums const& s) { slide_in<cuda_space>(s); }

}  // namespace cp::fft::detail
