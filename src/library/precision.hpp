// How products may be computed.
#pragma once

#include <fuse/library/contraction.hpp>

namespace cp::library {

/// What the calling thread has chosen.
precision_kind precision() noexcept;
/// Whether it allows a library's own approximation of functions of products.
bool inexact_activations() noexcept;

/// All bits of the dtype, whatever the thread has chosen, as long as it lives.
class full_precision {
 public:
  full_precision() : chosen_(set_precision(precision_kind::full)) {}
  ~full_precision() { set_precision(chosen_); }
  full_precision(full_precision const&) = delete;
  full_precision& operator=(full_precision const&) = delete;

 private:
  precision_kind chosen_;
};

}  // namespace cp::library
