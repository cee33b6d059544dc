// Reading and writing .npy files: sources, and the elements behind a header.
#include <sys/stat.h>
#include <sys/types.h>
#include <new>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fuse/core/dtype.hpp>
#include <fuse/core/error.hpp>
#include <fuse/io/npy.hpp>
#include <fuse/runtime/storage.hpp>
#include <utility>

#include "npy_parts.hpp"

namespace cp::io {

void fail(byte_source const& source, std::string const& what) try {
  throw io_error("cp::load: " + source.name() + ": " + what);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

std::string bytes_text(std::int64_t n) { return std::to_string(n) + (n == 1 ? " byte" : " bytes"); }

void read_exactly(byte_source& source, void* to, std::int64_t n, char const* what) {
  std::int64_t const got = source.read(to, n);
  if (got != n) {
    fail(source, std::string("truncated ") + what + ": expected " + bytes_text(n) + ", got " + std::to_string(got));
  }
}

namespace {

template <class T>
T byte_swapped(T x) {
  if constexpr (sizeof(T) == 2)
    return __builtin_bswap16(x);
  else if constexpr (sizeof(T) == 4)
    return __builtin_bswap32(x);
  else
    return __builtin_bswap64(x);
}

// `data` need not be aligned.
template <class T>
void swap_words(unsigned char* data, std::int64_t n_bytes) {
  for (std::int64_t i = 0; i < n_bytes; i += static_cast<std::int64_t>(sizeof(T))) {
    T x;
    std::memcpy(&x, data + i, sizeof(T));
    x = byte_swapped(x);
    std::memcpy(data + i, &x, sizeof(T));
  }
}

}  // namespace

void write_exactly(std::FILE* file, char const* where, std::string const& name, void const* data, std::int64_t n) {
  if (n == 0) return;
  errno = 0;
  std::size_t const written = std::fwrite(data, 1, static_cast<std::size_t>(n), file);
  if (written != static_cast<std::size_t>(n)) {
    throw io_error(std::string(where) + ": " + name + ": wrote " + std::to_string(written) + " of " + bytes_text(n) +
                   ": " + std::strerror(errno));
  }
}

void write_told(std::FILE* file, char const* where, std::string const& name, void const* data, std::int64_t n,
                progress_meter& meter) {
  for (std::int64_t done = 0, now = 0; done < n; done += now) {
    now = std::min(n - done, meter.piece());
    write_exactly(file, where, name, static_cast<char const*>(data) + done, now);
    meter.add(now);
  }
}

file_source::file_source(std::string const& path) try
    : byte_source(path), file_(std::fopen(path.c_str(), "rb")), owned_(true) {
  if (file_ == nullptr) fail(*this, std::string("cannot be opened: ") + std::strerror(errno));
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

file_source::file_source(std::FILE* file, std::string name)
    : byte_source(std::move(name)), file_(file), owned_(false) {}

file_source::~file_source() {
  if (owned_ && file_ != nullptr) std::fclose(file_);
}

std::int64_t file_source::read(void* to, std::int64_t n) {
  if (n == 0) return 0;
  errno = 0;
  std::size_t const got = std::fread(to, 1, static_cast<std::size_t>(n), file_);
  if (got != static_cast<std::size_t>(n) && std::ferror(file_) != 0) {
    fail(*this, std::string("cannot be read: ") + std::strerror(errno));
  }
  return static_cast<std::int64_t>(got);
}

std::int64_t file_source::remaining() {
  struct stat status;
  if (fstat(fileno(file_), &status) != 0 || !S_ISREG(status.st_mode)) return -1;
  off_t const at = ftello(file_);
  return at < 0 ? -1 : std::max<std::int64_t>(static_cast<std::int64_t>(status.st_size) - at, 0);
}

std::int64_t memory_source::read(void* to, std::int64_t n) {
  std::int64_t const got = std::min(n, left_);
  if (got > 0) std::memcpy(to, next_, static_cast<std::size_t>(got));
  next_ += got;
  left_ -= got;
  return got;
}

void read_npy_data(byte_source& source, npy_header const& header, void* to) {
  std::int64_t const n = header.nbytes();
  read_exactly(source, to, n, "data");
  decode_npy_data(header, to, n);
}

namespace {

// Numbers of one dtype, which a file gave, in this machine's form.
void decode_numbers(dtype_id dtype, std::int64_t itemsize, bool swapped, unsigned char* bytes, std::int64_t n_bytes) {
  if (dtype == dtype_id::bool_) {  // any other byte than 0 and 1 would be no bool
    for (std::int64_t i = 0; i < n_bytes; ++i) bytes[i] = bytes[i] != 0;
  }
  if (!swapped) return;
  bool const is_complex = dtype == dtype_id::complex64 || dtype == dtype_id::complex128;
  switch (is_complex ? itemsize / 2 : itemsize) {
    case 2:
      swap_words<std::uint16_t>(bytes, n_bytes);
      break;
    case 4:
      swap_words<std::uint32_t>(bytes, n_bytes);
      break;
    case 8:
      swap_words<std::uint64_t>(bytes, n_bytes);
      break;
    default:
      break;
  }
}

bool needs_decoding(std::vector<struct_field> const& fields) {
  return std::any_of(fields.begin(), fields.end(), [](struct_field const& f) {
    return f.byte_swapped || f.dtype == dtype_id::bool_ || needs_decoding(f.fields);
  });
}

void decode_struct(std::vector<struct_field> const& fields, unsigned char* bytes) {
  for (struct_field const& f : fields) {
    if (f.fields.empty())
      decode_numbers(f.dtype, f.itemsize, f.byte_swapped, bytes + f.offset, f.itemsize * f.count());
    else
      for (std::int64_t i = 0; i < f.count(); ++i) decode_struct(f.fields, bytes + f.offset + i * f.itemsize);
  }
}

}  // namespace

void decode_npy_data(npy_header const& header, void* data, std::int64_t n_bytes) {
  unsigned char* const bytes = static_cast<unsigned char*>(data);
  if (header.fields.empty())
    decode_numbers(header.dtype, header.itemsize, header.byte_swapped, bytes, n_bytes);
  else if (needs_decoding(header.fields))
    for (std::int64_t i = 0; i < n_bytes; i += header.itemsize) decode_struct(header.fields, bytes + i);
}

namespace {

void write_npy(std::FILE* file, std::string const& name, dtype_id dtype, std::int64_t itemsize,
               std::vector<std::int64_t> const& shape, void const* data, bool fortran_order,
               struct_layout const* layout, progress const& told) {
  std::string const header = make_npy_header(dtype, itemsize, shape, fortran_order, layout);
  write_exactly(file, "cp::save", name, header.data(), static_cast<std::int64_t>(header.size()));
  std::int64_t bytes = dtype == dtype_id::other ? itemsize : cp::detail::row_of(dtype).itemsize;
  for (std::int64_t const n : shape) bytes *= n;
  progress_meter meter(told, bytes);
  write_told(file, "cp::save", name, data, bytes, meter);
  meter.finish();
}

}  // namespace

void write_npy(std::FILE* file, std::string const& name, dtype_id dtype, std::int64_t itemsize,
               std::vector<std::int64_t> const& shape, void const* data, bool fortran_order,
               struct_layout const* layout) {
  write_npy(file, name, dtype, itemsize, shape, data, fortran_order, layout, {});
}

void write_npy(std::string const& path, dtype_id dtype, std::int64_t itemsize, std::vector<std::int64_t> const& shape,
               void const* data, bool fortran_order, struct_layout const* layout, progress const& told) try {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) throw io_error("cp::save: " + path + ": cannot be opened: " + std::strerror(errno));
  try {
    write_npy(file, path, dtype, itemsize, shape, data, fortran_order, layout, told);
  } catch (...) {
    std::fclose(file);
    throw;
  }
  if (std::fclose(file) != 0) throw io_error("cp::save: " + path + ": cannot be closed: " + std::strerror(errno));
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::io

namespace cp::detail {

storage_ptr read_npy_elements(io::byte_source& source, io::npy_header const& header, progress const& told) try {
  constexpr std::int64_t at_first = std::int64_t{64} << 20;
  std::int64_t const n = header.nbytes();
  std::int64_t room = source.remaining() >= 0 ? n : std::min(n, at_first), have = 0;
  storage_ptr memory(runtime::allocate(memory_kind::host, room));
  io::progress_meter meter(told, n);
  for (;;) {
    std::int64_t const wanted = std::min(room - have, meter.piece());
    std::int64_t const got = source.read(static_cast<char*>(memory->data) + have, wanted);
    have += got;
    meter.add(got);
    if (have == n) break;
    if (got == wanted && have < room) continue;
    if (have < room)
      io::fail(source, "truncated data: expected " + io::bytes_text(n) + ", got " + std::to_string(have));
    room = std::min(n, 2 * room);
    storage_ptr more(runtime::allocate(memory_kind::host, room));
    std::memcpy(more->data, memory->data, static_cast<std::size_t>(have));
    memory = std::move(more);
  }
  io::decode_npy_data(header, memory->data, n);
  meter.finish();
  return memory;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::detail
