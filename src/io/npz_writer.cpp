// Zip archives, written: the records that Python's zipfile makes for numpy.savez.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fuse/core/dtype.hpp>
#include <fuse/core/error.hpp>
#include <fuse/runtime/storage.hpp>
#include <new>
#include <utility>

#include "npy_parts.hpp"
#include "zip_parts.hpp"

namespace cp::io {

namespace {

constexpr std::uint16_t version = 45;             // zip64
constexpr std::uint16_t made_by = 3 << 8 | 45;    // Unix
constexpr std::uint16_t date = 1 << 5 | 1;        // 1980-01-01: the same arrays are the same bytes
constexpr std::uint32_t mode = 0600u << 16;       // of the files that would be extracted
constexpr std::int64_t zip32_limit = 0x7fffffff;  // from where on zipfile writes zip64 fields into its directory

void put(std::string& to, std::uint64_t x, int bytes) {
  for (int i = 0; i < bytes; ++i) to += static_cast<char>(x >> (8 * i));
}

std::string local_header(zip_member const& m) {
  std::string h;
  put(h, zip::local_header, 4);
  put(h, version, 2);
  put(h, 0, 2);  // flags
  put(h, static_cast<std::uint64_t>(m.method), 2);
  put(h, 0, 2);  // time
  put(h, date, 2);
  put(h, m.crc, 4);
  put(h, zip::in_zip64, 4);
  put(h, zip::in_zip64, 4);
  put(h, m.name.size(), 2);
  put(h, 20, 2);
  h += m.name;
  put(h, 1, 2);
  put(h, 16, 2);
  put(h, static_cast<std::uint64_t>(m.size), 8);
  put(h, static_cast<std::uint64_t>(m.compressed), 8);
  return h;
}

std::string entry(zip_member const& m) {
  std::string fields;
  auto const in_32_bits = [&](std::int64_t x) -> std::uint64_t {
    if (x <= zip32_limit) return static_cast<std::uint64_t>(x);
    put(fields, static_cast<std::uint64_t>(x), 8);
    return zip::in_zip64;
  };
  bool const large = m.size > zip32_limit || m.compressed > zip32_limit;
  if (large) {  // both, where one does not fit
    put(fields, static_cast<std::uint64_t>(m.size), 8);
    put(fields, static_cast<std::uint64_t>(m.compressed), 8);
  }
  std::uint64_t const begin = in_32_bits(m.begin);
  std::string e;
  put(e, zip::directory_entry, 4);
  put(e, made_by, 2);
  put(e, version, 2);
  put(e, 0, 2);
  put(e, static_cast<std::uint64_t>(m.method), 2);
  put(e, 0, 2);
  put(e, date, 2);
  put(e, m.crc, 4);
  put(e, large ? zip::in_zip64 : static_cast<std::uint64_t>(m.compressed), 4);
  put(e, large ? zip::in_zip64 : static_cast<std::uint64_t>(m.size), 4);
  put(e, m.name.size(), 2);
  put(e, fields.empty() ? 0 : fields.size() + 4, 2);
  put(e, 0, 2);  // comment
  put(e, 0, 2);  // part of the archive
  put(e, 0, 2);  // internal attributes
  put(e, mode, 4);
  put(e, begin, 4);
  e += m.name;
  if (!fields.empty()) {
    put(e, 1, 2);
    put(e, fields.size(), 2);
    e += fields;
  }
  return e;
}

std::string end_of_archive(std::int64_t count, std::int64_t begin, std::int64_t bytes) {
  std::string e;
  auto const u = [](std::int64_t x) { return static_cast<std::uint64_t>(x); };
  bool const large = count >= zip::in_zip64_short || begin > zip32_limit || bytes > zip32_limit;
  if (large) {
    put(e, zip::zip64_end_record, 4);
    put(e, zip::zip64_end_bytes - 12, 8);
    put(e, version, 2);
    put(e, version, 2);
    put(e, 0, 4);
    put(e, 0, 4);
    put(e, u(count), 8);
    put(e, u(count), 8);
    put(e, u(bytes), 8);
    put(e, u(begin), 8);
    put(e, zip::zip64_locator, 4);
    put(e, 0, 4);
    put(e, u(begin + bytes), 8);
    put(e, 1, 4);
  }
  auto const limited = [](std::int64_t x, std::uint64_t most) { return std::min(static_cast<std::uint64_t>(x), most); };
  put(e, zip::end_record, 4);
  put(e, 0, 2);
  put(e, 0, 2);
  put(e, limited(count, zip::in_zip64_short), 2);
  put(e, limited(count, zip::in_zip64_short), 2);
  put(e, limited(bytes, zip::in_zip64), 4);
  put(e, limited(begin, zip::in_zip64), 4);
  put(e, 0, 2);
  return e;
}

}  // namespace

npz_writer::npz_writer(std::string path, bool compressed, progress const& told, std::int64_t total)
    : path_(std::move(path)), compressed_(compressed), meter_(told, total) {
  if (compressed && !has_zlib()) throw io_error("cp::savez_compressed: " + path_ + ": " + no_zlib);
  file_ = std::fopen(path_.c_str(), "wb");
  if (file_ == nullptr) throw io_error("cp::savez: " + path_ + ": cannot be opened: " + std::strerror(errno));
}

npz_writer::~npz_writer() {
  if (file_ != nullptr) std::fclose(file_);
}

void npz_writer::write(void const* data, std::int64_t n) {
  write_exactly(file_, "cp::savez", path_, data, n);
  at_ += n;
}

std::int64_t npz_writer::write_deflated(bytes header, bytes elements) {
  std::int64_t const begin = at_;
  deflater to(
      path_, [](void* self, void const* data, std::int64_t n) { static_cast<npz_writer*>(self)->write(data, n); },
      this);
  to.add(header.data, header.n, false);
  for (std::int64_t done = 0, now = 0;; done += now) {
    now = std::min(elements.n - done, meter_.piece());
    bool const last = done + now == elements.n;
    to.add(static_cast<char const*>(elements.data) + done, now, last);
    meter_.add(now);
    if (last) break;
  }
  return at_ - begin;
}

void npz_writer::add(std::string const& name, dtype_id dtype, std::int64_t itemsize,
                     std::vector<std::int64_t> const& shape, void const* data, struct_layout const* layout,
                     bool fortran_order) try {
  std::string const text = make_npy_header(dtype, itemsize, shape, fortran_order, layout);
  std::int64_t n = dtype == dtype_id::other ? itemsize : cp::detail::row_of(dtype).itemsize;
  for (std::int64_t const extent : shape) n *= extent;
  bytes const header{text.data(), static_cast<std::int64_t>(text.size())}, elements{data, n};

  zip_member m;
  m.name = name + ".npy";
  m.begin = at_;
  m.size = m.compressed = header.n + n;
  m.method = compressed_ ? zip::deflated : zip::stored;
  m.crc = crc32(crc32(0, header.data, header.n), data, n);
  std::string local = local_header(m);
  write(local.data(), static_cast<std::int64_t>(local.size()));
  if (!compressed_) {
    write(header.data, header.n);
    write_told(file_, "cp::savez", path_, data, n, meter_);
    at_ += n;
  } else {
    m.compressed = write_deflated(header, elements);
    local = local_header(m);
    bool const sought = fseeko(file_, static_cast<off_t>(m.begin), SEEK_SET) == 0;
    if (sought) write_exactly(file_, "cp::savez", path_, local.data(), static_cast<std::int64_t>(local.size()));
    if (!sought || fseeko(file_, static_cast<off_t>(at_), SEEK_SET) != 0)
      throw io_error("cp::savez: " + path_ + ": cannot be written at any place: " + std::strerror(errno));
  }
  members_.push_back(std::move(m));
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

void npz_writer::close() try {
  std::int64_t const begin = at_;
  for (zip_member const& m : members_) {
    std::string const e = entry(m);
    write(e.data(), static_cast<std::int64_t>(e.size()));
  }
  std::string const end = end_of_archive(static_cast<std::int64_t>(members_.size()), begin, at_ - begin);
  write(end.data(), static_cast<std::int64_t>(end.size()));
  if (std::fclose(std::exchange(file_, nullptr)) != 0)
    throw io_error("cp::savez: " + path_ + ": cannot be closed: " + std::strerror(errno));
  meter_.finish();
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::io
