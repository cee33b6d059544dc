// Planning of the CUDA kernel of two products of matrices with a softmax between them. No templates, so that it is
// compiled once, in the library.
#pragma once

#include <cstdint>
#include <fuse/kernels/loop.hpp>
#include <fuse/runtime/launch.hpp>

namespace cp::kernels {

/// Most axes of a batch, and inputs that scores are computed from.
constexpr int attention_batch_axes = 4, attention_inputs = 12;

/// A matrix for each problem of a batch: elements from one row to the next (those of a row lie side by side), and from
/// one problem to the next, an axis each.
struct attention_matrix {
  void* data;
  std::int64_t row;
  std::int64_t batch[attention_batch_axes];
};

/// result[i, :] = sum over j of w[i, j] value[j, :], where w is the softmax along j of what a program makes of the dot
/// products query[i, :] . key[j, :]. Passed to the kernel.
struct attention_job {
  attention_matrix query, key, value, result;
  std::int64_t queries, keys;  ///< rows of query and result; of key and value
  int depth, width;            ///< elements of a row of query and key; of value and result
  int batch_axes;
  std::int64_t batch[attention_batch_axes];  ///< extents
  std::int64_t problems;
  bool masks;           ///< the program chooses between scores and -inf
  bool problems_first;  ///< blocks side by side have the same rows of neighbouring problems
  // The program's inputs: data or first places; elements from row to row, column to column, problem to problem.
  void* data[attention_inputs];
  std::int64_t row[attention_inputs], column[attention_inputs], each[attention_inputs][attention_batch_axes];
};

/// The kernels of one program for rows of up to 64 and 128 elements.
struct cuda_attention_kernels {
  runtime::kernel_function kernel[2];
  int rows[2];          ///< of a block
  int shared_bytes[2];  ///< of it
};

/// Whether matrices lie as the kernel reads them (rows on boundaries of 16 bytes, of up to 128 elements, a multiple of
/// 8), and are large enough to keep the device busy.
bool fits_attention(attention_job const& job);

/// Takes a loop's inputs over (batch..., queries, keys) into the job, and starts its kernel: one launch, which is
/// counted. `scalars`: the program's.
void cuda_attention_start(cuda_attention_kernels& kernels, signature_info const& info, loop_builder& loop,
                          attention_job& job, char const* name);

}  // namespace cp::kernels
