// What stream.cpp, which calls no CUDA, and cuda_stream.cpp (or no_cuda.cpp) have of each other.
#pragma once

#include <fuse/runtime/storage.hpp>

namespace cp::runtime {

/// Throws value_error while a graph is being captured; `what` begins the message.
void refuse_while_capturing(char const* what);
/// Milliseconds of the host's clock.
double clock_ms();
/// Makes a stream current without a guard; returns what was.
stream_handle exchange_current_stream(stream_handle s) noexcept;

class mark;
/// What the runtime has of a stream that has ended becomes the default stream's, behind `last`.
void forget_stream(stream_handle stream, mark const& last) noexcept;
/// The handle by which all threads know a stream. Throws value_error where there is none.
stream_handle shared_stream(stream_handle stream);
/// Takes the handles of libraries and their workspaces from a stream that is done and about to be destroyed.
void drop_handles(stream_handle stream) noexcept;
/// Milliseconds between two CUDA events that have passed. Throws cuda_error.
double native_elapsed_ms(void* begin, void* end);

}  // namespace cp::runtime
