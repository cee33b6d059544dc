// Checks of axes that transforms and their nodes share.
#pragma once

namespace cp::fourier {

bool names_twice(int axes, int const* axis);

}  // namespace cp::fourier
