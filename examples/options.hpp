// The arguments of an example's command line, read one after the other. What is wrong is a cp::value_error that names
// it.
#pragma once

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fuse/core/error.hpp>
#include <string>

namespace example {

class option_reader {
 public:
  option_reader(int argc, char** argv, void (*usage)()) : argc_(argc), argv_(argv), usage_(usage) {}

  /// Goes to the next argument, which may be an option's name; false behind the last. --help prints the usage and ends.
  bool next(std::string& argument) {
    if (++at_ >= argc_) return false;
    argument = name_ = argv_[at_];
    if (argument == "-h" || argument == "--help") {
      usage_();
      std::exit(0);
    }
    return true;
  }
  bool is_option() const { return !name_.empty() && name_[0] == '-'; }

  /// The option's value.
  std::string value() {
    if (++at_ >= argc_) throw cp::value_error(name_ + " needs a value; --help shows how");
    return argv_[at_];
  }
  double number(double least, double most) { return number(least, most, ""); }
  long whole(long least, long most) {
    return static_cast<long>(number(static_cast<double>(least), static_cast<double>(most), "whole "));
  }
  [[noreturn]] void unknown() const {
    throw cp::value_error("unknown argument \"" + name_ + "\"; --help lists what there is");
  }

 private:
  double number(double least, double most, std::string const& kind) {
    std::string const text = value();
    char* end = nullptr;
    double const x = std::strtod(text.c_str(), &end);
    if (!text.empty() && *end == '\0' && x >= least && x <= most && (kind.empty() || x == std::floor(x))) return x;
    char range[64];
    std::snprintf(range, sizeof range, "number from %.10g to %.10g", least, most);
    throw cp::value_error(name_ + " needs a " + kind + range + ", not \"" + text + "\"");
  }

  int argc_, at_ = 0;
  char** argv_;
  void (*usage_)();
  std::string name_;
};

/// Throws io_error if a file that is to be written at the end could not be: said now, not after the work.
inline void check_writable(std::string const& path) {
  std::string const folder = path.find('/') == std::string::npos ? "." : path.substr(0, path.rfind('/') + 1);
  if (access(folder.c_str(), W_OK) != 0) throw cp::io_error("--out: cannot write into the folder of " + path);
}

}  // namespace example
