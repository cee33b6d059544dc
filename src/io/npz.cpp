// The arrays of .npz files by name.
#include <algorithm>
#include <fuse/core/error.hpp>
#include <fuse/io/npz.hpp>
#include <new>
#include <utility>

#include "npy_parts.hpp"

namespace cp {

npz_file::npz_file(std::string const& path, std::int64_t max_bytes) try
    : archive_(std::make_shared<io::zip_archive const>(std::make_unique<io::file_store const>(path))),
      max_bytes_(max_bytes) {
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

npz_file::npz_file(void const* data, std::int64_t n, std::string name, std::int64_t max_bytes) try
    : archive_(
          std::make_shared<io::zip_archive const>(std::make_unique<io::memory_store const>(data, n, std::move(name)))),
      max_bytes_(max_bytes) {
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

std::vector<std::string> npz_file::names() const try {
  std::vector<std::string> names;
  for (auto const& m : archive_->members())
    names.push_back(m.name.ends_with(".npy") ? m.name.substr(0, m.name.size() - 4) : m.name);
  return names;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

bool npz_file::contains(std::string const& name) const {
  return archive_->find(name + ".npy") != nullptr || archive_->find(name) != nullptr;
}

std::unique_ptr<io::byte_source> npz_file::open(std::string const& name) const try {
  io::zip_member const* member = archive_->find(name + ".npy");
  if (member == nullptr) member = archive_->find(name);
  if (member == nullptr) {
    std::string known;
    for (std::string const& n : names()) known += (known.empty() ? "'" : ", '") + io::shown(n) + "'";
    throw value_error("cp::npz_file::load: " + archive_->name() + " has no array '" + io::shown(name) + "'; it has " +
                      (known.empty()        ? "none"
                       : known.size() < 500 ? known
                                            : known.substr(0, 500) + " ..."));
  }
  if (member->size > max_bytes_)
    throw io_error("cp::load: " + archive_->name() + "[" + io::shown(member->name) + "]: it unpacks to " +
                   io::bytes_text(member->size) + ", more than the " + std::to_string(max_bytes_) + " allowed");
  return archive_->open(*member);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

io::npy_header npz_file::header(std::string const& name) const {
  auto const source = open(name);
  return io::read_npy_header(*source);
}

void npz_file::expect_end(io::byte_source& source) try {
  char more;
  if (source.read(&more, 1) != 0) io::fail(source, "damaged: there are bytes behind the array");
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

namespace detail {

std::vector<std::string> member_names(char const* where, std::vector<std::string> given) try {
  int unnamed = 0;
  for (std::string& name : given) {
    if (name.empty()) name = "arr_" + std::to_string(unnamed++);
    if (name.size() > 60000 || name.find('\0') != std::string::npos)
      throw value_error(std::string(where) + ": an archive holds no member named '" + io::shown(name) + "'");
  }
  std::vector<std::string> sorted = given;
  std::sort(sorted.begin(), sorted.end());
  auto const twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end())
    throw value_error(std::string(where) + ": every array needs a name of its own, two are named '" +
                      io::shown(*twice) + "'");
  return given;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace detail

}  // namespace cp
