// Deflated members of zip archives, by zlib.
#include <algorithm>
#include <fuse/core/error.hpp>
#include <new>
#include <vector>

#include "npy_parts.hpp"
#include "zip_parts.hpp"

#if FUSE_HAVE_ZLIB
#include <zlib.h>
#endif

namespace cp::io {

#if FUSE_HAVE_ZLIB

bool has_zlib() noexcept { return true; }

namespace {

constexpr std::int64_t buffer_bytes = std::int64_t{1} << 16;
constexpr std::int64_t most_at_once = std::int64_t{1} << 30;  // zlib counts with 32 bits

class inflating_source final : public byte_source {
 public:
  inflating_source(std::unique_ptr<byte_source> from, std::int64_t size)
      : byte_source(from->name()), from_(std::move(from)), left_(size), buffer_(buffer_bytes) {
    if (left_ == 0) expect_end();
  }

  std::int64_t read(void* to, std::int64_t n) override {
    n = std::min(n, left_);
    auto* const begin = static_cast<unsigned char*>(to);
    for (std::int64_t done = 0; done < n;) {
      std::int64_t const got = step(begin + done, std::min(n - done, most_at_once));
      done += got;
      left_ -= got;
      if (ended_ && left_ > 0) fail(*this, "damaged: deflated data end " + bytes_text(left_) + " too early");
    }
    if (n > 0 && left_ == 0) expect_end();
    return n;
  }
  std::int64_t remaining() override { return left_ == 0 ? 0 : -1; }

 private:
  // Inflates up to n bytes and returns how many; at least one unless the stream has ended.
  std::int64_t step(unsigned char* to, std::int64_t n) {
    stream_.next_out = to;
    stream_.avail_out = static_cast<uInt>(n);
    while (!ended_ && stream_.avail_out == static_cast<uInt>(n)) {
      if (stream_.avail_in == 0) {
        std::int64_t const got = from_->read(buffer_.data(), buffer_bytes);
        if (got == 0) fail(*this, "truncated: deflated data have no end");
        stream_.next_in = buffer_.data();
        stream_.avail_in = static_cast<uInt>(got);
      }
      int const result = inflate(&stream_, Z_NO_FLUSH);
      if (result == Z_MEM_ERROR) throw out_of_memory("cp::load: zlib has no memory", 0, 0, 0);
      ended_ = result == Z_STREAM_END;
      if (!ended_ && result != Z_OK && result != Z_BUF_ERROR)
        fail(*this, std::string("damaged: deflated data cannot be read: ") + (stream_.msg ? stream_.msg : "zlib"));
    }
    return n - static_cast<std::int64_t>(stream_.avail_out);
  }

  void expect_end() {
    unsigned char more;
    if (!ended_ && step(&more, 1) != 0) fail(*this, "damaged: it holds more than the archive's directory says");
    if (stream_.avail_in != 0 || from_->remaining() != 0) fail(*this, "damaged: there are bytes behind deflated data");
  }

  std::unique_ptr<byte_source> from_;
  std::int64_t left_;
  std::vector<unsigned char> buffer_;
  struct inflater : z_stream {  // ends though the constructor throws
    inflater() : z_stream() {
      if (inflateInit2(this, -MAX_WBITS) != Z_OK) throw out_of_memory("cp::load: zlib has no memory", 0, 0, 0);
    }
    inflater(inflater const&) = delete;
    inflater& operator=(inflater const&) = delete;
    ~inflater() { inflateEnd(this); }
  } stream_;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<byte_source> inflated(std::unique_ptr<byte_source> from, std::int64_t size) {
  return std::make_unique<inflating_source>(std::move(from), size);
}

struct deflater::state {
  z_stream stream = {};
  sink put;
  void* to;
  std::vector<unsigned char> buffer = std::vector<unsigned char>(buffer_bytes);
};

deflater::deflater(std::string const&, sink put, void* to) : state_(std::make_unique<state>()) {
  state_->put = put;
  state_->to = to;
  if (deflateInit2(&state_->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw out_of_memory("cp::savez_compressed: zlib has no memory", 0, 0, 0);
}

deflater::~deflater() { deflateEnd(&state_->stream); }

void deflater::add(void const* data, std::int64_t n, bool last) {
  z_stream& s = state_->stream;
  auto* next = static_cast<unsigned char const*>(data);
  do {
    std::int64_t const now = std::min(n, most_at_once);
    n -= now;
    s.next_in = const_cast<unsigned char*>(next);
    s.avail_in = static_cast<uInt>(now);
    next += now;
    do {
      s.next_out = state_->buffer.data();
      s.avail_out = static_cast<uInt>(buffer_bytes);
      deflate(&s, last && n == 0 ? Z_FINISH : Z_NO_FLUSH);
      state_->put(state_->to, state_->buffer.data(), buffer_bytes - static_cast<std::int64_t>(s.avail_out));
    } while (s.avail_out == 0);
  } while (n > 0);
}

#else

bool has_zlib() noexcept { return false; }

std::unique_ptr<byte_source> inflated(std::unique_ptr<byte_source> from, std::int64_t) {
  fail(*from, std::string("it is deflated, and ") + no_zlib);
}

struct deflater::state {};
deflater::deflater(std::string const& name, sink, void*) {
  throw io_error("cp::savez_compressed: " + name + ": " + no_zlib);
}
deflater::~deflater() = default;
void deflater::add(void const*, std::int64_t, bool) {}

#endif

}  // namespace cp::io
