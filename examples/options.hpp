// The command line of an example: options, each with where its value goes. What is wrong is a cp::value_error that
// names it.
#pragma once

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <fuse/core/error.hpp>
#include <string>
#include <vector>

namespace example {

class command_line {
 public:
  /// `usage` prints what there is; --help calls it and ends the program.
  explicit command_line(void (*usage)()) : usage_(usage) {}

  command_line& number(char const* name, double& to, double least, double most) {
    return add(name, [=, &to](std::string const& text) { to = number_of(name, text, least, most, ""); });
  }
  command_line& whole(char const* name, long& to, long least, long most) {
    return add(name, [=, &to](std::string const& text) {
      to = static_cast<long>(number_of(name, text, static_cast<double>(least), static_cast<double>(most), "whole "));
    });
  }
  command_line& text(char const* name, std::string& to) {
    return add(name, [&to](std::string const& value) { to = value; });
  }
  /// A file that is written at the end. That it could not be is said by `read`, not after the work.
  command_line& output(char const* name, std::string& to) {
    outputs_.push_back(&to);
    return text(name, to);
  }
  command_line& flag(char const* name, bool& to) {
    options_.push_back({name, false, [&to](std::string const&) { to = true; }});
    return *this;
  }
  /// The one argument that has no name.
  command_line& operand(std::string& to) {
    operand_ = &to;
    return *this;
  }

  void read(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
      std::string const argument = argv[i];
      if (argument == "-h" || argument == "--help") {
        usage_();
        std::exit(0);
      }
      if (option const* const o = find(argument)) {
        if (o->has_value && ++i >= argc) throw cp::value_error(argument + " needs a value; --help shows how");
        o->take(o->has_value ? argv[i] : "");
      } else if (operand_ != nullptr && !argument.empty() && argument[0] != '-') {
        *operand_ = argument;
        operand_ = nullptr;
      } else {
        throw cp::value_error("unknown argument \"" + argument + "\"; --help lists what there is");
      }
    }
    for (std::string const* path : outputs_) {
      std::string const folder = path->find('/') == std::string::npos ? "." : path->substr(0, path->rfind('/') + 1);
      if (access(folder.c_str(), W_OK) != 0) throw cp::io_error("cannot write into the folder of " + *path);
    }
  }

 private:
  struct option {
    std::string name;
    bool has_value;
    std::function<void(std::string const&)> take;
  };

  command_line& add(char const* name, std::function<void(std::string const&)> take) {
    options_.push_back({name, true, std::move(take)});
    return *this;
  }
  option const* find(std::string const& name) const {
    for (option const& o : options_)
      if (o.name == name) return &o;
    return nullptr;
  }
  static double number_of(std::string const& name, std::string const& text, double least, double most,
                          std::string const& kind) {
    char* end = nullptr;
    double const x = std::strtod(text.c_str(), &end);
    if (!text.empty() && *end == '\0' && x >= least && x <= most && (kind.empty() || x == std::floor(x))) return x;
    char range[64];
    std::snprintf(range, sizeof range, "number from %.10g to %.10g", least, most);
    throw cp::value_error(name + " needs a " + kind + range + ", not \"" + text + "\"");
  }

  void (*usage_)();
  std::vector<option> options_;
  std::vector<std::string const*> outputs_;
  std::string* operand_ = nullptr;
};

/// What `main` does: run(), or a message and 2 where it throws.
template <class F>
int run_main(char const* name, F const& run) {
  try {
    return run();
  } catch (std::exception const& e) {
    std::fprintf(stderr, "%s: %s\n", name, e.what());
    return 2;
  }
}

}  // namespace example
