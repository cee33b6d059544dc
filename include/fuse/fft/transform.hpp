// A Fourier transform of an array whose type is known at run time: what is compiled once for all programs.
#pragma once

#include <cstdint>
#include <fuse/library/fft.hpp>

/// Fourier transforms behind their names: what has no types of the user's.
namespace cp::fft::detail {

/// An array without its type.
struct strided {
  void* data;
  std::int64_t const* shape;
  std::int64_t const* strides;  ///< in elements
};

/// A transform of `in` into `out`, which share no memory, or, of a complex one, are the same.
struct job {
  memory_kind memory;
  cp::library::fft_kind kind;
  cp::library::fft_float real;  ///< the result's, and the operand's
  int rank;                     ///< of both sides
  int axes;                     ///< that are transformed
  int const* axis;              ///< counted from the front; only those of complex transforms may repeat
  std::int64_t const* extent;   ///< along them, of the real side where one is real: `in` is cropped or padded to that
  strided in;
  strided out;
  double factor = 1;
  bool conjugate = false;   ///< the complex side of a real transform
  bool orthogonal = false;  ///< of a cosine or sine transform: the first and last basis functions are scaled too
  bool scratch = false;     ///< `in` may be overwritten
};
/// Does it on the current stream: 16-bit numbers in float32 where the library does not take them as they are. Throws as
/// cp::library::execute_fft does.
void transform(job const& j);
/// Adds the plans for it to a set, for arrays in C order that lie on the boundaries of new memory; `in` and `out` are
/// not read. As cp::library::prepare_fft.
bool prepare(job const& j, cp::library::fft_plan_set& set, bool make);

/// to = from * factor, element by element, conjugated if `conjugate` (not of 16-bit numbers); `to` may be `from`.
struct scaling {
  memory_kind memory;
  cp::library::fft_float to;
  cp::library::fft_float from;  ///< the same, or one of both is float32 and the other has 16 bits
  bool complex;
  bool conjugate = false;
  double factor = 1;
};
void scale(scaling const& s, int rank, std::int64_t const* shape, void* to, std::int64_t const* to_strides,
           void const* from, std::int64_t const* from_strides);

/// Fills with zeros what lies behind `kept` along each axis of a contiguous array.
void zero_behind(memory_kind memory, void* data, std::int64_t itemsize, int rank, std::int64_t const* shape,
                 std::int64_t const* kept);

/// What scales a transform of axes of these extents by a norm: 0 backward, 1 ortho, 2 forward.
double factor_of(cp::library::fft_kind kind, int norm, bool inverse, int axes, std::int64_t const* extent);

/// The arrays of fftpack, (re0, re1, im1, re2, ...), from the half spectrum of a real transform along `axis`; and back,
/// of `n` elements at most.
void pack(memory_kind memory, cp::library::fft_float real, int rank, int axis, strided const& half,
          strided const& packed, double factor);
void unpack(memory_kind memory, cp::library::fft_float real, int rank, int axis, strided const& packed,
            strided const& half, std::int64_t n, double factor);

}  // namespace cp::fft::detail
