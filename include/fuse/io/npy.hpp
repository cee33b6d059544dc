// NumPy's .npy files, type-erased: a header, then the elements. For arrays see fuse/io.hpp.
#pragma once

#include <cstdint>
#include <cstdio>
#include <fuse/core/dtype_id.hpp>
#include <fuse/io/progress.hpp>
#include <fuse/io/struct_layout.hpp>
#include <fuse/runtime/storage.hpp>
#include <string>
#include <vector>

namespace cp::io {

/// Bytes that are read from front to back: a file, a pipe, memory.
class byte_source {
 public:
  /// `name` is what error messages call it.
  explicit byte_source(std::string name) : name_(std::move(name)) {}
  virtual ~byte_source() = default;
  byte_source(byte_source const&) = delete;
  byte_source& operator=(byte_source const&) = delete;

  /// Reads up to `n` bytes to `to` and returns how many; fewer only at the end. Throws io_error if reading fails.
  virtual std::int64_t read(void* to, std::int64_t n) = 0;
  /// How many bytes are left, or -1 if that cannot be known (a pipe).
  virtual std::int64_t remaining() = 0;
  /// What messages call it.
  std::string const& name() const { return name_; }

 private:
  std::string name_;
};

/// The bytes of a file from its current position on. Reads no further than asked, so that what follows an array in the
/// file can be read after it.
class file_source final : public byte_source {
 public:
  /// Opens a file, and closes it at the end. Throws io_error if it cannot be opened.
  explicit file_source(std::string const& path);
  /// Reads from an open file, which stays open.
  file_source(std::FILE* file, std::string name);
  ~file_source() override;

  std::int64_t read(void* to, std::int64_t n) override;
  std::int64_t remaining() override;

 private:
  std::FILE* file_;
  bool owned_;
};

/// Bytes in memory, which must outlive this.
class memory_source final : public byte_source {
 public:
  /// Over `n` bytes, which must outlive it.
  memory_source(void const* data, std::int64_t n, std::string name = "memory")
      : byte_source(std::move(name)), next_(static_cast<unsigned char const*>(data)), left_(n) {}

  std::int64_t read(void* to, std::int64_t n) override;
  std::int64_t remaining() override { return left_; }

 private:
  unsigned char const* next_;
  std::int64_t left_;
};

/// What the header of a .npy file says about the array behind it.
struct npy_header {
  dtype_id dtype = dtype_id::other;  ///< `other` for raw bytes ('V') and structured dtypes
  std::int64_t itemsize = 0;         ///< bytes of an element
  bool byte_swapped = false;         ///< elements are in the other byte order than this machine's
  bool fortran_order = false;        ///< the first axis varies fastest
  /// Extents of the axes.
  std::vector<std::int64_t> shape;
  std::string descr;  ///< the dtype as the file spells it: "<f4"
  /// The members of a structured dtype; none of others.
  std::vector<struct_field> fields;

  /// Number of elements; 1 for rank 0.
  std::int64_t size() const;
  /// Bytes of all elements. The reader has checked that this fits.
  std::int64_t nbytes() const { return size() * itemsize; }
  /// Whether this can be an array of bfloat16: two raw bytes an element, which is how ml_dtypes saves it.
  bool may_be_bfloat16() const { return dtype == dtype_id::other && itemsize == 2; }
};

/// Reads a header of version 1.0, 2.0 or 3.0; the source then stands at the elements. Nothing in the source is trusted:
/// memory use is bounded by the header's length, and an array whose elements the source cannot hold is refused here,
/// before anyone allocates them.
///
/// dtype    bool, integers, float16/32/64, complex64/128 of both byte orders; raw bytes and structs as `other`
/// throws   io_error naming the source, what was expected and what came; for pickled objects too, which are never read
npy_header read_npy_header(byte_source& source);

/// Reads the elements behind a header into nbytes() bytes at `to`: in file order, in this machine's byte order.
///
/// throws   io_error if the source ends early
void read_npy_data(byte_source& source, npy_header const& header, void* to);

/// Brings `n_bytes` of raw elements read from a file (a whole number of them) into this machine's form, in place.
/// For those who read in pieces; read_npy_data has done it.
void decode_npy_data(npy_header const& header, void* data, std::int64_t n_bytes);

/// The header that numpy.save writes for such an array: version 1.0, padded to a multiple of 64 bytes. bfloat16 is
/// '<V2' as ml_dtypes writes it, `other` is raw bytes, or the struct that `layout` tells. `itemsize` counts for `other`
/// only.
std::string make_npy_header(dtype_id dtype, std::int64_t itemsize, std::vector<std::int64_t> const& shape,
                            bool fortran_order = false, struct_layout const* layout = nullptr);

/// Writes an array at the file's position, byte for byte as numpy.save does. `data` is contiguous: in C order, or, with
/// `fortran_order`, with the first axis fastest.
///
/// throws   io_error if the file takes fewer bytes; `name` is what the message calls it
void write_npy(std::FILE* file, std::string const& name, dtype_id dtype, std::int64_t itemsize,
               std::vector<std::int64_t> const& shape, void const* data, bool fortran_order = false,
               struct_layout const* layout = nullptr);

/// Writes an array as a new file, or over what was there. Unlike numpy.save it adds no suffix to the path.
void write_npy(std::string const& path, dtype_id dtype, std::int64_t itemsize, std::vector<std::int64_t> const& shape,
               void const* data, bool fortran_order = false, struct_layout const* layout = nullptr,
               progress const& told = {});

}  // namespace cp::io

namespace cp::detail {

/// Throws dtype_error or shape_error unless the array of a file can become an ndarray of this element type and rank. A
/// struct that is described needs the same members, in any order and at any offsets.
void check_npy(io::npy_header const& header, std::string const& name, dtype_id dtype, std::int64_t itemsize, int rank,
               io::struct_layout const* layout = nullptr);

/// Whether elements of a file are structs as the program has them, byte by byte.
bool lies_as(io::npy_header const& header, io::struct_layout const* layout);
/// Elements of a file, which check_npy took, as structs of the program: the same memory where they lie so.
storage_ptr as_structs(storage_ptr memory, io::npy_header const& header, io::struct_layout const* layout);

/// The elements behind a header. From a pipe, which may claim any length, memory is taken as they come: no more than
/// twice what has come, and 64 MiB.
storage_ptr read_npy_elements(io::byte_source& source, io::npy_header const& header, progress const& told = {});

}  // namespace cp::detail
