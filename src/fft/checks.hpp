// What transforms and their nodes share: checks of axes, a setting.
#pragma once

#include <atomic>

namespace cp::fft::detail {

bool names_twice(int axes, int const* axis);
/// Whether a complex transform along several axes is one plan.
std::atomic<bool>& nd_planning();

}  // namespace cp::fft::detail
