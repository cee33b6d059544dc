// Zip archives, which .npz files are: members read one by one, and written one after the other.
#pragma once

#include <cstdint>
#include <cstdio>
#include <fuse/io/npy.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cp::io {

/// Bytes that can be read at any place: a file, memory. Several threads may read at once.
class byte_store {
 public:
  /// `name` is what error messages call it.
  explicit byte_store(std::string name) : name_(std::move(name)) {}
  virtual ~byte_store() = default;
  byte_store(byte_store const&) = delete;
  byte_store& operator=(byte_store const&) = delete;

  /// How many bytes there are.
  virtual std::int64_t size() const = 0;
  /// Reads the bytes [at, at + n) to `to`. Throws io_error where they cannot be read whole.
  virtual void read_at(std::int64_t at, void* to, std::int64_t n) const = 0;
  /// What messages call it.
  std::string const& name() const { return name_; }

 private:
  std::string name_;
};

/// The bytes of a file, which is open as long as this lives.
class file_store final : public byte_store {
 public:
  /// Opens a file. Throws io_error where that fails, and for what is no regular file.
  explicit file_store(std::string const& path);
  ~file_store() override;
  std::int64_t size() const override { return size_; }
  void read_at(std::int64_t at, void* to, std::int64_t n) const override;

 private:
  int file_;
  std::int64_t size_ = 0;
};

/// Bytes in memory, which must outlive this.
class memory_store final : public byte_store {
 public:
  /// Over `n` bytes, which must outlive it.
  memory_store(void const* data, std::int64_t n, std::string name = "memory")
      : byte_store(std::move(name)), data_(static_cast<unsigned char const*>(data)), size_(n) {}
  std::int64_t size() const override { return size_; }
  void read_at(std::int64_t at, void* to, std::int64_t n) const override;

 private:
  unsigned char const* data_;
  std::int64_t size_;
};

/// What the directory of an archive says about a member.
struct zip_member {
  std::string name;             ///< as in the archive: "x.npy"
  std::int64_t begin = 0;       ///< where its own header begins
  std::int64_t limit = 0;       ///< where the next member, or the directory, begins
  std::int64_t compressed = 0;  ///< bytes that it takes
  std::int64_t size = 0;        ///< bytes that it holds
  std::uint32_t crc = 0;        ///< CRC-32 of what it holds
  int method = 0;               ///< 0: stored, 8: deflated
  bool encrypted = false;       ///< needs a password
};

/// A zip archive that is read. Nothing in it is trusted: what the directory claims is held against the bytes that are
/// there, members may neither overlap nor share a name, and a member's memory is taken as its bytes come.
class zip_archive {
 public:
  /// Reads the directory.
  ///
  /// throws   io_error where it is damaged, truncated, or says what the file cannot hold
  explicit zip_archive(std::unique_ptr<byte_store const> bytes);

  /// The members, as the directory has them.
  std::vector<zip_member> const& members() const { return members_; }
  /// The member of a name, or null.
  zip_member const* find(std::string_view name) const;
  /// The bytes of a member from its start. At its last byte its CRC is compared.
  ///
  /// throws   io_error for a member that is encrypted, deflated where this build has no zlib, compressed by anything
  ///          else, or whose header is damaged
  std::unique_ptr<byte_source> open(zip_member const& member) const;
  /// What messages call it.
  std::string const& name() const { return bytes_->name(); }

 private:
  std::unique_ptr<byte_store const> bytes_;
  std::vector<zip_member> members_;
  std::vector<std::size_t> by_name_;
};

/// A zip archive of .npy members that is written, byte for byte as numpy.savez does.
class npz_writer {
 public:
  /// Makes a new file, or writes over what was there; `told` hears of `total` bytes of elements. Throws io_error; for
  /// `compressed` in a build without zlib before there is a file.
  npz_writer(std::string path, bool compressed, progress const& told = {}, std::int64_t total = -1);
  ~npz_writer();
  npz_writer(npz_writer const&) = delete;
  npz_writer& operator=(npz_writer const&) = delete;

  /// Writes an array as the member `name`.npy from contiguous host memory, with `fortran_order` the first axis fastest.
  /// Throws io_error.
  void add(std::string const& name, dtype_id dtype, std::int64_t itemsize, std::vector<std::int64_t> const& shape,
           void const* data, struct_layout const* layout = nullptr, bool fortran_order = false);
  /// Writes the directory and closes the file; without it there is no archive. Throws io_error.
  void close();

 private:
  struct bytes {
    void const* data;
    std::int64_t n;
  };
  void write(void const* data, std::int64_t n);
  std::int64_t write_deflated(bytes header, bytes elements);

  std::string path_;
  std::FILE* file_;
  bool compressed_;
  std::int64_t at_ = 0;
  std::vector<zip_member> members_;
  progress_meter meter_;
};

/// Whether this build can write and read deflated members (has zlib).
bool has_zlib() noexcept;

/// The CRC-32 (of zip and PNG) of bytes behind others, whose CRC is `before`.
std::uint32_t crc32(std::uint32_t before, void const* data, std::int64_t n) noexcept;

}  // namespace cp::io
