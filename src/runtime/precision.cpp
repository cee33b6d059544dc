// How products may be computed: a thread's choice.
#include "precision.hpp"

#include <utility>

namespace cp::products {

namespace {
thread_local precision_kind current = precision_kind::full;
thread_local bool finite_now = false;
}  // namespace

precision_kind set_precision(precision_kind kind) noexcept { return std::exchange(current, kind); }
precision_kind precision() noexcept { return current; }
bool set_finite(bool finite) noexcept { return std::exchange(finite_now, finite); }
bool finite() noexcept { return finite_now; }

}  // namespace cp::products
