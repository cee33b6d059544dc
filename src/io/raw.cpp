// Plain bytes, mapped files, and text of numbers with separators.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fuse/core/dtype.hpp>
#include <fuse/core/error.hpp>
#include <fuse/io/format.hpp>
#include <fuse/io/raw.hpp>
#include <fuse/io/zip.hpp>
#include <memory>
#include <new>

#include "npy_parts.hpp"
#include "number_text.hpp"
#include "row_format.hpp"

namespace cp::io {

namespace {

struct closing {
  int file;
  ~closing() { ::close(file); }
};

struct mapping {
  void* begin;
  std::size_t bytes;
};

void unmap(void* context) noexcept {
  auto* m = static_cast<mapping*>(context);
  ::munmap(m->begin, m->bytes);
  delete m;
}

// A whole new file.
class new_file {
 public:
  explicit new_file(std::string const& path) : path_(path), file_(std::fopen(path.c_str(), "wb")) {
    if (file_ == nullptr) error("cannot be opened");
  }
  ~new_file() {
    if (file_ != nullptr) std::fclose(file_);
  }
  new_file(new_file const&) = delete;
  new_file& operator=(new_file const&) = delete;
  void write(void const* data, std::int64_t n) { write_exactly(file_, "cp::tofile", path_, data, n); }
  void write(void const* data, std::int64_t n, progress_meter& meter) {
    write_told(file_, "cp::tofile", path_, data, n, meter);
  }
  void close() {
    if (std::fclose(std::exchange(file_, nullptr)) != 0) error("cannot be closed");
  }

 private:
  [[noreturn]] void error(char const* what) const {
    throw io_error("cp::tofile: " + path_ + ": " + what + ": " + std::strerror(errno));
  }

  std::string const& path_;
  std::FILE* file_;
};

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

elements read_raw(std::string const& path, std::int64_t itemsize, std::int64_t count, std::int64_t offset,
                  progress const& told) try {
  file_store const file(path);
  if (count < -1) throw value_error("cp::fromfile: " + path + ": a count is -1 or more, got " + std::to_string(count));
  if (offset < 0 || offset > file.size())
    throw value_error("cp::fromfile: " + path + " has " + bytes_text(file.size()) + ", the offset is " +
                      std::to_string(offset));
  std::int64_t const there = (file.size() - offset) / itemsize;
  std::int64_t const n = count < 0 ? there : std::min(count, there);
  storage_ptr memory(runtime::allocate(memory_kind::host, n * itemsize));
  progress_meter meter(told, n * itemsize);
  for (std::int64_t done = 0, now = 0; done < n * itemsize; done += now) {
    now = std::min(n * itemsize - done, meter.piece());
    file.read_at(offset + done, static_cast<char*>(memory->data) + done, now);
    meter.add(now);
  }
  meter.finish();
  return {std::move(memory), n};
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

std::string read_text(char const* where, std::string const& path) try {
  file_store const file(path);
  std::string text(static_cast<std::size_t>(file.size()), '\0');
  file.read_at(0, text.data(), file.size());
  return text;
} catch (std::bad_alloc const&) {
  throw io_error(std::string(where) + ": " + path + ": there is no memory for its text");
}

elements read_separated(char const* where, std::string const& name, std::string_view text, std::string const& separator,
                        dtype_id dtype, std::int64_t count, bool exactly, progress const& told) try {
  std::string marks;  // the separator without its white space
  for (char const c : separator)
    if (!is_space(c)) marks += c;
  if (separator.empty())
    throw value_error(std::string(where) + ": a separator is needed, as \" \" or \",\"; cp::frombuffer reads bytes");
  std::int64_t const itemsize = cp::detail::row_of(dtype).itemsize;
  std::vector<unsigned char> found;
  std::int64_t n = 0;
  std::size_t at = 0, counted = 0;
  progress_meter meter(told, static_cast<std::int64_t>(text.size()));
  auto const skip_space = [&] {
    while (at < text.size() && is_space(text[at])) ++at;
  };
  for (skip_space(); at < text.size() && n != count; ++n) {
    std::size_t end = at;
    while (end < text.size() && !is_space(text[end]) && (marks.empty() || text.substr(end, marks.size()) != marks))
      ++end;
    found.resize(static_cast<std::size_t>((n + 1) * itemsize));
    auto const fail_here = [&](std::string const& what) {
      throw value_error(std::string(where) + ": " + name + ": expected " + what + " at byte " + std::to_string(at) +
                        ", got '" + shown(text.substr(at), 24) + "'");
    };
    if (read_number(dtype, text.substr(at, end - at), found.data() + n * itemsize) != reading::good)
      fail_here(dtype_name(dtype));
    at = end;
    skip_space();
    meter.add(static_cast<std::int64_t>(at - counted));
    counted = at;
    if (at == text.size() || marks.empty() || n + 1 == count) continue;
    if (text.substr(at, marks.size()) != marks) fail_here(std::string("'") + shown(separator) + "'");
    at += marks.size();
    skip_space();
  }
  if (exactly && n < count)
    throw value_error(std::string(where) + ": " + name + " has " + std::to_string(n) + " numbers, expected " +
                      std::to_string(count));
  storage_ptr memory(runtime::allocate(memory_kind::host, n * itemsize));
  if (n > 0) std::memcpy(memory->data, found.data(), found.size());
  meter.finish();
  return {std::move(memory), n};
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void write_raw(std::string const& path, void const* data, std::int64_t n, progress const& told) {
  new_file file(path);
  progress_meter meter(told, n);
  file.write(data, n, meter);
  file.close();
  meter.finish();
}

void write_separated(std::string const& path, dtype_id dtype, void const* data, std::int64_t n,
                     std::string const& separator, std::string const& format, progress const& told) try {
  row_format const one("cp::tofile", format, dtype);
  if (one.conversions.size() != 1)
    throw value_error("cp::tofile: the format '" + format + "' has " + std::to_string(one.conversions.size()) +
                      " conversions, expected 1");
  std::int64_t const itemsize = cp::detail::row_of(dtype).itemsize;
  new_file file(path);
  progress_meter meter(told);
  for (std::int64_t i = 0; i < n; ++i) {
    void const* const element = static_cast<char const*>(data) + i * itemsize;
    std::string const text =
        (i > 0 ? separator : "") + one.texts[0] + one.conversions[0]("cp::tofile", dtype, element) + one.texts[1];
    file.write(text.data(), static_cast<std::int64_t>(text.size()));
    meter.add(static_cast<std::int64_t>(text.size()));
  }
  file.close();
  meter.finish();
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

mapped map_npy(std::string const& path, mmap_mode mode, std::int64_t alignment) try {
  auto const error = [&](std::string const& what) { return io_error("cp::load_mapped: " + path + ": " + what); };
  closing const opened{::open(path.c_str(), (mode == mmap_mode::r_plus ? O_RDWR : O_RDONLY) | O_CLOEXEC)};
  if (opened.file < 0) throw error(std::string("cannot be opened: ") + std::strerror(errno));
  struct stat status;
  if (fstat(opened.file, &status) != 0 || !S_ISREG(status.st_mode)) throw error("it is no regular file");
  auto whole = std::make_unique<mapping>();
  whole->bytes = static_cast<std::size_t>(status.st_size);
  if (whole->bytes == 0) throw error("expected a .npy array, found the end of the file");
  int const protection = mode == mmap_mode::r ? PROT_READ : PROT_READ | PROT_WRITE;
  whole->begin =
      ::mmap(nullptr, whole->bytes, protection, mode == mmap_mode::c ? MAP_PRIVATE : MAP_SHARED, opened.file, 0);
  if (whole->begin == MAP_FAILED) throw error(std::string("cannot be mapped: ") + std::strerror(errno));

  mapped m;
  try {
    m.memory = storage_ptr(runtime::adopt(whole->begin, static_cast<std::int64_t>(whole->bytes), memory_kind::host, 0,
                                          unmap, whole.get()));
  } catch (...) {
    ::munmap(whole->begin, whole->bytes);
    throw;
  }
  mapping const& file = *whole.release();
  memory_source source(file.begin, static_cast<std::int64_t>(file.bytes), path);
  m.header = read_npy_header(source);
  m.data = static_cast<char const*>(file.begin) + (static_cast<std::int64_t>(file.bytes) - source.remaining());
  if (m.header.byte_swapped) throw error("its elements are in the other byte order; cp::load turns them");
  if (reinterpret_cast<std::uintptr_t>(m.data) % static_cast<std::uintptr_t>(alignment) != 0 && m.header.size() > 0)
    throw value_error("cp::load_mapped: " + path + ": its elements begin at byte " +
                      std::to_string(static_cast<std::int64_t>(file.bytes) - source.remaining()) +
                      ", expected a multiple of " + std::to_string(alignment) + "; cp::load reads them");
  auto const* const bytes = static_cast<unsigned char const*>(m.data);
  if (m.header.dtype == dtype_id::bool_ &&
      std::any_of(bytes, bytes + m.header.nbytes(), [](unsigned char b) { return b > 1; }))
    throw error("it holds booleans that are neither 0 nor 1; cp::load reads them");
  return m;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

std::int64_t elements_in(std::int64_t bytes, std::int64_t itemsize, std::int64_t count, std::int64_t offset) try {
  auto const error = [&](std::string const& what) {
    throw value_error("cp::frombuffer: a buffer of " + bytes_text(bytes) + " from " + std::to_string(offset) + " on " +
                      what);
  };
  if (count < -1 || offset < 0 || offset > bytes)
    error("is no buffer, or the count of " + std::to_string(count) + " is none");
  std::int64_t const there = (bytes - offset) / itemsize;
  if (count < 0 && (bytes - offset) % itemsize != 0)
    error("ends within an element of " + bytes_text(itemsize) + "; a count says how many to take");
  if (count > there)
    error("holds " + std::to_string(there) + " elements, " + std::to_string(count) + " were asked for");
  return count < 0 ? there : count;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::io
