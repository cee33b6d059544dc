// Products by labels: each axis of an operand has one, axes with the same label go together, and labels that the result
// has not are summed. What cp::matmul, cp::tensordot and cp::einsum are made of.
#pragma once

#include <cstdint>
#include <fuse/core/dtype_id.hpp>
#include <fuse/library/contraction.hpp>
#include <fuse/runtime/storage.hpp>
#include <string>
#include <utility>
#include <vector>

namespace cp::library {

/// Which axes of extent 1 are stretched to what other operands have: none, those of the batch (that both operands and
/// the result have), all.
enum class stretch : unsigned char { none, batch, all };

/// An array of some rank, with the labels of its axes: small integers.
struct labelled {
  int rank = 0;
  int const* label = nullptr;
  std::int64_t const* shape = nullptr;
  std::int64_t const* strides = nullptr;
  void const* data = nullptr;
  bool conjugate = false;
};

/// The shape of the result, in its labels' order. Throws shape_error where extents of one label differ, naming `where`.
void shape_by_labels(char const* where, stretch how, labelled const* operand, int operands, int const* label, int rank,
                     std::int64_t* shape);

/// result = alpha * (the product of two operands) + beta * result, then `last`; false if that is left to be done.
bool contract_labelled(dtype_id dtype, memory_kind kind, labelled const& a, labelled const& b, labelled const& result,
                       coefficient const& alpha = coefficient(1), coefficient const& beta = {},
                       finish const& last = {});

/// result = the product of any number of operands (at least 2), pair after pair in the best order.
void contract_all(dtype_id dtype, memory_kind kind, labelled const* operand, int operands, labelled const& result);
/// The same of a chain of matrices (the first and the last one may be vectors) in the order with the fewest operations.
void contract_chain(dtype_id dtype, memory_kind kind, labelled const* operand, int operands, labelled const& result);

/// The order in which pairs are contracted, and NumPy's text about it.
std::pair<std::vector<std::vector<int>>, std::string> describe_path(labelled const* operand, int operands,
                                                                    int const* label, int rank);

}  // namespace cp::library
