// cp::special: special functions in any kernel (scipy.special).
#pragma once

#include <fuse/fuse.hpp>
#include <fuse/special/bessel.hpp>
#include <fuse/special/distributions.hpp>
#include <fuse/special/elementary.hpp>
#include <fuse/special/elliptic.hpp>
#include <fuse/special/errors.hpp>
#include <fuse/special/gamma.hpp>
#include <fuse/special/gamma_quantile.hpp>
#include <fuse/special/incomplete_beta.hpp>
#include <fuse/special/incomplete_gamma.hpp>
#include <fuse/special/integrals.hpp>
#include <fuse/special/legendre.hpp>
#include <fuse/special/modified_bessel.hpp>
#include <fuse/special/windows.hpp>
#include <fuse/special/wright.hpp>
#include <fuse/special/zeta.hpp>

#undef FUSE_SPECIAL
#undef FUSE_SPECIAL1
#undef FUSE_SPECIAL2
#undef FUSE_SPECIAL3
#undef FUSE_SPECIAL_OF_PACKS1
#undef FUSE_SPECIAL_OF_PACKS2
#undef FUSE_SPECIAL_OF_PACKS3
#undef FUSE_SPECIAL_OF_SORTED_PACKS
#undef FUSE_SPECIAL_OF_SORTED_PACKS2
#undef FUSE_SPECIAL_OF_SORTED_PACKS3
#undef FUSE_SPECIAL_COMPLEX1
