// Makes a call of CUDA's or of its libraries fail (see failing_calls.inc).
#pragma once

#include <atomic>
#include <limits>

namespace tests {

constexpr long never_fails = std::numeric_limits<long>::max();
/// Calls that go well before one fails; below 0 once it has.
extern std::atomic<long> calls_left;

}  // namespace tests
