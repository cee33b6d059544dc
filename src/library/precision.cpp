// How products may be computed: a thread's choice.
#include "precision.hpp"

#include <utility>

namespace cp::library {

namespace {
thread_local precision_kind current = precision_kind::full;
thread_local bool inexact_allowed = false;
}  // namespace

precision_kind set_precision(precision_kind kind) noexcept { return std::exchange(current, kind); }
precision_kind precision() noexcept { return current; }
bool set_inexact_activations(bool allowed) noexcept { return std::exchange(inexact_allowed, allowed); }
bool inexact_activations() noexcept { return inexact_allowed; }

}  // namespace cp::library
