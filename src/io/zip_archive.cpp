// Zip archives, read. Every byte that is read is hostile: offsets and sizes are checked before they are used.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fuse/core/error.hpp>
#include <fuse/runtime/storage.hpp>
#include <new>
#include <numeric>
#include <utility>

#include "npy_parts.hpp"
#include "zip_parts.hpp"

namespace cp::io {

namespace {

constexpr std::int64_t most_expansion = 1032;  // deflate makes no byte of more than so many

[[noreturn]] void fail(byte_store const& bytes, std::string const& what) {
  throw io_error("cp::load: " + bytes.name() + ": " + what);
}

// A number of N bytes, the lowest first.
template <class T>
T number_at(unsigned char const* p) {
  std::uint64_t x = 0;
  for (std::size_t i = sizeof(T); i-- > 0;) x = x << 8 | p[i];
  return static_cast<T>(x);
}
std::uint16_t short_at(unsigned char const* p) { return number_at<std::uint16_t>(p); }
std::uint32_t word_at(unsigned char const* p) { return number_at<std::uint32_t>(p); }

std::int64_t offset_at(byte_store const& bytes, unsigned char const* p) {
  auto const x = number_at<std::uint64_t>(p);
  if (x > static_cast<std::uint64_t>(INT64_MAX)) fail(bytes, "damaged archive: a size does not fit into 63 bits");
  return static_cast<std::int64_t>(x);
}

// A part of a store from front to back; at its end the CRC of what was read, where one is expected, is compared.
class part_source final : public byte_source {
 public:
  part_source(byte_store const& bytes, std::string name, std::int64_t begin, std::int64_t n)
      : byte_source(std::move(name)), bytes_(bytes), at_(begin), left_(n) {}
  std::int64_t read(void* to, std::int64_t n) override {
    n = std::min(n, left_);
    bytes_.read_at(at_, to, n);
    at_ += n;
    left_ -= n;
    return n;
  }
  std::int64_t remaining() override { return left_; }

 private:
  byte_store const& bytes_;
  std::int64_t at_, left_;
};

class checked_source final : public byte_source {
 public:
  checked_source(std::unique_ptr<byte_source> from, zip_member const& member)
      : byte_source(from->name()), from_(std::move(from)), left_(member.size), expected_(member.crc) {
    check();
  }
  std::int64_t read(void* to, std::int64_t n) override {
    std::int64_t const got = from_->read(to, n);
    if (got == 0) return 0;
    crc_ = crc32(crc_, to, got);
    left_ -= got;
    check();
    return got;
  }
  std::int64_t remaining() override { return from_->remaining(); }

 private:
  void check() const {
    if (left_ == 0 && crc_ != expected_) fail(*this, "damaged: the CRC-32 of its bytes is not what the archive says");
  }

  std::unique_ptr<byte_source> from_;
  std::int64_t left_;
  std::uint32_t expected_, crc_ = 0;
};

// Where the directory is, and how many members it has.
struct directory {
  std::int64_t begin = 0, bytes = 0, count = 0, limit = 0;
};

void read_zip64_end(byte_store const& bytes, std::int64_t end_record, directory& d) {
  unsigned char locator[zip::locator_bytes], record[zip::zip64_end_bytes];
  if (end_record < zip::locator_bytes) fail(bytes, "damaged archive: its zip64 records are missing");
  std::int64_t const at = end_record - zip::locator_bytes;
  bytes.read_at(at, locator, zip::locator_bytes);
  if (word_at(locator) != zip::zip64_locator) fail(bytes, "damaged archive: its zip64 records are missing");
  d.limit = offset_at(bytes, locator + 8);
  if (d.limit > at - zip::zip64_end_bytes) fail(bytes, "damaged archive: its zip64 record is outside the file");
  bytes.read_at(d.limit, record, zip::zip64_end_bytes);
  if (word_at(record) != zip::zip64_end_record) fail(bytes, "damaged archive: its zip64 record is not where it says");
  if (word_at(record + 16) != 0 || word_at(record + 20) != 0) fail(bytes, "an archive of several parts");
  d.count = offset_at(bytes, record + 32);
  d.bytes = offset_at(bytes, record + 40);
  d.begin = offset_at(bytes, record + 48);
}

directory find_directory(byte_store const& bytes) {
  constexpr std::int64_t most = zip::end_bytes + 0xffff;  // with a comment
  std::int64_t const n = std::min(bytes.size(), most);
  if (n < zip::end_bytes)
    fail(bytes, "not a zip archive, as .npz files are: expected 22 bytes or more, got " + std::to_string(n));
  std::vector<unsigned char> tail(static_cast<std::size_t>(n));
  bytes.read_at(bytes.size() - n, tail.data(), n);
  std::int64_t at = n - zip::end_bytes;
  auto const ends_here = [&] {
    unsigned char const* const p = tail.data() + at;
    return word_at(p) == zip::end_record && at + zip::end_bytes + short_at(p + 20) == n;
  };
  while (at >= 0 && !ends_here()) --at;
  if (at < 0) fail(bytes, "not a zip archive, as .npz files are, or a truncated one: it has no end record");
  unsigned char const* const p = tail.data() + at;
  directory d{word_at(p + 16), word_at(p + 12), short_at(p + 10), bytes.size() - n + at};
  if (d.begin == zip::in_zip64 || d.bytes == zip::in_zip64 || d.count == zip::in_zip64_short)
    read_zip64_end(bytes, d.limit, d);
  else if (short_at(p + 4) != 0 || short_at(p + 6) != 0 || short_at(p + 8) != d.count)
    fail(bytes, "an archive of several parts");
  if (d.bytes > d.limit || d.begin > d.limit - d.bytes)
    fail(bytes, "damaged archive: its directory of " + bytes_text(d.bytes) + " at " + std::to_string(d.begin) +
                    " is outside the file");
  if (d.count > d.bytes / zip::entry_bytes)
    fail(bytes, "damaged archive: its directory of " + bytes_text(d.bytes) + " cannot hold " + std::to_string(d.count) +
                    " members");
  return d;
}

// The sizes and the offset that did not fit into 32 bits, from the entry's extra fields.
void read_zip64_fields(byte_store const& bytes, std::string_view extra, bool size, bool compressed, bool begin,
                       zip_member& m) {
  auto const* p = reinterpret_cast<unsigned char const*>(extra.data());
  std::size_t left = extra.size();
  while (left >= 4 && (size || compressed || begin)) {
    std::size_t const id = short_at(p), n = short_at(p + 2);
    if (n > left - 4) break;
    unsigned char const *field = p + 4, *const end = field + n;
    if (id == 1) {
      for (auto const& [wanted, to] : {std::pair{&size, &m.size}, {&compressed, &m.compressed}, {&begin, &m.begin}}) {
        if (!*wanted) continue;
        if (end - field < 8) fail(bytes, "damaged archive: a zip64 field is too short");
        *to = offset_at(bytes, field);
        field += 8;
      }
      return;
    }
    p += 4 + n;
    left -= 4 + n;
  }
  if (size || compressed || begin) fail(bytes, "damaged archive: a zip64 field is missing");
}

zip_member read_entry(byte_store const& bytes, byte_source& from) {
  unsigned char e[zip::entry_bytes];
  read_exactly(from, e, zip::entry_bytes, "directory of the archive");
  if (word_at(e) != zip::directory_entry) fail(bytes, "damaged archive: an entry of its directory is none");
  zip_member m;
  std::size_t const name = short_at(e + 28), extra = short_at(e + 30), comment = short_at(e + 32);
  std::string text(name + extra + comment, '\0');
  read_exactly(from, text.data(), static_cast<std::int64_t>(text.size()), "directory of the archive");
  m.name = text.substr(0, name);
  m.encrypted = (short_at(e + 8) & 0x2041) != 0;
  m.method = short_at(e + 10);
  m.crc = word_at(e + 16);
  std::uint32_t const compressed = word_at(e + 20), size = word_at(e + 24), begin = word_at(e + 42);
  m.compressed = compressed;
  m.size = size;
  m.begin = begin;
  read_zip64_fields(bytes, std::string_view(text).substr(name, extra), size == zip::in_zip64,
                    compressed == zip::in_zip64, begin == zip::in_zip64, m);
  return m;
}

// Which bytes belong to which member: none to two of them.
void find_limits(byte_store const& bytes, directory const& d, std::vector<zip_member>& members) {
  std::vector<zip_member*> in_order;
  for (zip_member& m : members) in_order.push_back(&m);
  std::sort(in_order.begin(), in_order.end(), [](auto const* a, auto const* b) { return a->begin < b->begin; });
  for (std::size_t i = 0; i < in_order.size(); ++i) {
    zip_member& m = *in_order[i];
    m.limit = i + 1 < in_order.size() ? in_order[i + 1]->begin : d.begin;
    if (m.begin > m.limit || m.limit - m.begin < zip::local_bytes ||
        m.compressed > m.limit - m.begin - zip::local_bytes)
      fail(bytes, "damaged archive: the member '" + shown(m.name) + "' of " + bytes_text(m.compressed) + " at " +
                      std::to_string(m.begin) + " reaches into what begins at " + std::to_string(m.limit));
  }
}

}  // namespace

file_store::file_store(std::string const& path) : byte_store(path), file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (file_ < 0) fail(*this, std::string("cannot be opened: ") + std::strerror(errno));
  struct stat status;
  if (fstat(file_, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(file_);
    fail(*this, "cannot be read at any place: it is no regular file");
  }
  size_ = static_cast<std::int64_t>(status.st_size);
}

file_store::~file_store() { ::close(file_); }

void file_store::read_at(std::int64_t at, void* to, std::int64_t n) const {
  for (std::int64_t done = 0; done < n;) {
    ssize_t const got = ::pread(file_, static_cast<char*>(to) + done, static_cast<std::size_t>(n - done),
                                static_cast<off_t>(at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(*this, std::string("cannot be read: ") + std::strerror(errno));
    if (got == 0) fail(*this, "truncated: expected " + bytes_text(at + n) + ", got " + std::to_string(at + done));
    done += got;
  }
}

void memory_store::read_at(std::int64_t at, void* to, std::int64_t n) const {
  if (at > size_ || n > size_ - at)
    fail(*this, "truncated: expected " + bytes_text(at + n) + ", got " + std::to_string(size_));
  if (n > 0) std::memcpy(to, data_ + at, static_cast<std::size_t>(n));
}

zip_archive::zip_archive(std::unique_ptr<byte_store const> bytes) try : bytes_(std::move(bytes)) {
  directory const d = find_directory(*bytes_);
  part_source from(*bytes_, bytes_->name(), d.begin, d.bytes);
  for (std::int64_t i = 0; i < d.count; ++i) members_.push_back(read_entry(*bytes_, from));
  if (from.remaining() != 0) fail(*bytes_, "damaged archive: there are bytes behind the entries of its directory");
  find_limits(*bytes_, d, members_);
  by_name_.resize(members_.size());
  std::iota(by_name_.begin(), by_name_.end(), std::size_t{0});
  auto const name = [&](std::size_t i) -> std::string const& { return members_[i].name; };
  std::sort(by_name_.begin(), by_name_.end(), [&](std::size_t i, std::size_t j) { return name(i) < name(j); });
  for (std::size_t i = 1; i < by_name_.size(); ++i)
    if (name(by_name_[i - 1]) == name(by_name_[i]))
      fail(*bytes_, "damaged archive: two members are named '" + shown(name(by_name_[i])) + "'");
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

zip_member const* zip_archive::find(std::string_view name) const {
  auto const at = std::lower_bound(by_name_.begin(), by_name_.end(), name,
                                   [&](std::size_t i, std::string_view n) { return members_[i].name < n; });
  return at != by_name_.end() && members_[*at].name == name ? &members_[*at] : nullptr;
}

std::unique_ptr<byte_source> zip_archive::open(zip_member const& m) const try {
  std::string const called = bytes_->name() + "[" + shown(m.name) + "]";
  part_source header(*bytes_, called, m.begin, m.limit - m.begin);
  unsigned char h[zip::local_bytes];
  read_exactly(header, h, zip::local_bytes, "header of a member");
  std::string name(short_at(h + 26), '\0');
  if (word_at(h) != zip::local_header) fail(header, "damaged archive: the member is not where its directory says");
  read_exactly(header, name.data(), static_cast<std::int64_t>(name.size()), "header of a member");
  if (name != m.name) fail(header, "damaged archive: the member there is named '" + shown(name) + "'");
  if (m.encrypted) fail(header, "it is encrypted");
  std::int64_t const begin = m.begin + zip::local_bytes + static_cast<std::int64_t>(name.size()) + short_at(h + 28);
  if (begin > m.limit || m.compressed > m.limit - begin)
    fail(header, "damaged archive: its " + bytes_text(m.compressed) + " reach into what begins behind it");
  auto part = std::make_unique<part_source>(*bytes_, called, begin, m.compressed);
  if (m.method == zip::stored) {
    if (m.size != m.compressed) fail(header, "damaged archive: stored bytes have two lengths");
    return std::make_unique<checked_source>(std::move(part), m);
  }
  if (m.method != zip::deflated)
    fail(header, "compressed by method " + std::to_string(m.method) + "; only stored and deflated members can be read");
  if (m.size / most_expansion > m.compressed)
    fail(header,
         "damaged archive: " + bytes_text(m.compressed) + " of deflated data cannot hold " + bytes_text(m.size));
  return std::make_unique<checked_source>(inflated(std::move(part), m.size), m);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::io
