// The tables by which sequences are skipped: matrices of 2^b steps, each the square of the one before.
#include <fuse/random/mrg32k3a.hpp>
#include <fuse/random/xorwow.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/storage.hpp>
#include <fuse/runtime/stream.hpp>
#include <map>
#include <mutex>
#include <vector>

namespace cp::random {

namespace {

using words = std::vector<std::uint32_t>;

/// A table and its copies on devices.
class shared_table {
 public:
  explicit shared_table(words table) : host_(std::move(table)) {}

  detail::skip_table get() {
    if (!cuda::is_available()) return {host_.data(), nullptr};
    std::lock_guard const guard(lock_);
    auto const [at, added] = devices_.try_emplace(cuda::current_device());
    if (added) {
      try {
        auto const bytes = static_cast<std::int64_t>(host_.size() * sizeof(std::uint32_t));
        storage_ptr const memory(runtime::allocate(memory_kind::device, bytes));
        runtime::copy_bytes(memory->data, memory_kind::device, host_.data(), memory_kind::host, bytes);
        current_stream().synchronize();  // other streams read it too
        at->second = memory;
      } catch (...) {
        devices_.erase(at);
        throw;
      }
    }
    return {host_.data(), static_cast<std::uint32_t const*>(at->second->data)};
  }

 private:
  words const host_;
  std::mutex lock_;
  std::map<int, storage_ptr> devices_;
};

/// Where a matrix's sums of the columns that bits 4 i ... 4 i + 3 choose begin: of one column, and of others and one.
void note_column(std::uint32_t* matrix, int column, std::uint32_t const (&v)[5]) {
  std::uint32_t* const sums = matrix + column / 4 * 16 * 5;
  std::uint32_t const bit = 1u << column % 4;
  for (std::uint32_t others = 0; others < bit; ++others)
    for (std::uint32_t k = 0; k < 5; ++k) sums[(bit | others) * 5 + k] = sums[others * 5 + k] ^ v[k];
}

words xorwow_matrices() {
  constexpr int count = xorwow::apart + 64;
  words table(static_cast<std::size_t>(count) * xorwow::matrix_words);
  for (int b = 0; b < count; ++b) {
    std::uint32_t* const matrix = table.data() + b * xorwow::matrix_words;
    for (int column = 0; column < 160; ++column) {
      std::uint32_t v[5] = {};
      v[column / 32] = 1u << column % 32;
      if (b == 0) {
        xorwow::step(v);
      } else {
        xorwow::multiply(v, matrix - xorwow::matrix_words);
        xorwow::multiply(v, matrix - xorwow::matrix_words);
      }
      note_column(matrix, column, v);
    }
  }
  return table;
}

words mrg32k3a_matrices() {
  constexpr int count = mrg32k3a::apart + 64, words_each = mrg32k3a::matrix_words;
  words table(static_cast<std::size_t>(count) * words_each);
  std::uint32_t const first[words_each] = {0, 1, 0, 0, 0, 1, 0u - mrg32k3a::below(0) - 810728u,  1403580, 0,
                                           0, 1, 0, 0, 0, 1, 0u - mrg32k3a::below(1) - 1370589u, 0,       527612};
  for (int i = 0; i < words_each; ++i) table[static_cast<std::size_t>(i)] = first[i];
  for (int b = 1; b < count; ++b) {
    // A column of the square is what the matrix before makes of its own column.
    std::uint32_t* const matrix = table.data() + b * words_each;
    std::uint32_t const* const before = matrix - words_each;
    for (int column = 0; column < 3; ++column) {
      mrg32k3a::state s;
      for (int r = 0; r < 2; ++r)
        for (int i = 0; i < 3; ++i) s.s[r][i] = before[r * 9 + i * 3 + column];
      mrg32k3a::skip(s, 0, before);
      for (int r = 0; r < 2; ++r)
        for (int i = 0; i < 3; ++i) matrix[r * 9 + i * 3 + column] = s.s[r][i];
    }
  }
  return table;
}

}  // namespace

detail::skip_table xorwow::table() {
  static auto* const t = new shared_table(xorwow_matrices());  // never destroyed: draws may outlive main
  return t->get();
}

detail::skip_table mrg32k3a::table() {
  static auto* const t = new shared_table(mrg32k3a_matrices());
  return t->get();
}

}  // namespace cp::random
