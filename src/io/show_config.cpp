// What the library was built with, and on what it runs.
#include <fuse/core/config.hpp>
#include <fuse/io/number_format.hpp>
#include <fuse/runtime/device.hpp>
#include <fuse/runtime/parallel.hpp>

#include "library/host_blas.hpp"

namespace cp {

std::string show_config() {
  std::string text;
  auto const line = [&](std::string name, std::string const& value) {
    name.resize(13, ' ');
    text += name + ": " + value + "\n";
  };
  auto const yes = [](bool is) { return std::string(is ? "yes" : "no"); };
  line("fuse", std::to_string(FUSE_VERSION_MAJOR) + "." + std::to_string(FUSE_VERSION_MINOR) + "." +
                   std::to_string(FUSE_VERSION_PATCH));
#if defined(__VERSION__)
  line("compiler", __VERSION__);
#endif
  line("CUDA", yes(FUSE_CUDA != 0));
  line("BLAS", library::host_blas());
  line("LAPACKE", yes(FUSE_HAVE_LAPACKE));
  line("FFTW", yes(FUSE_HAVE_FFTW));
  line("Highway", yes(FUSE_HAVE_HIGHWAY));
  line("libpng", yes(FUSE_HAVE_PNG));
  line("zlib", yes(FUSE_HAVE_ZLIB));
  line("host threads", std::to_string(host_threads()));
  int const devices = cuda::device_count();
  for (int i = 0; i < devices; ++i) {
    cuda::device_properties const p = cuda::properties(i);
    std::string about = p.name;
    about += ", compute capability " + std::to_string(p.compute_major) + "." + std::to_string(p.compute_minor);
    about += ", " + std::to_string(p.memory_bytes >> 20) + " MiB";
    line(std::string("device ") + std::to_string(i), about);
  }
  return text;
}

}  // namespace cp
