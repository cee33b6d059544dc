# What the scripts share: messages, missing packages, configuring and building. Sourced, with `root` set to the repository.
# shellcheck shell=bash
: "${root:?}"

say() { printf '\033[1m==> %s\033[0m\n' "$*"; }
if [ ! -t 1 ]; then say() { printf '==> %s\n' "$*"; }; fi
die() {
  printf '%s: %s\n' "$(basename "$0")" "$1" >&2
  exit "${2:-1}"
}
have() { command -v "$1" >/dev/null 2>&1; }

nvcc_path() {
  local nvcc
  for nvcc in "${CUDACXX:-}" "$(command -v nvcc)" /usr/local/cuda/bin/nvcc /opt/cuda/bin/nvcc; do
    if [ -n "$nvcc" ] && [ -x "$nvcc" ]; then
      echo "$nvcc"
      return 0
    fi
  done
  return 1
}

# A package is there if what we need from it is, wherever it came from.
package_present() {
  case $1 in
    g++) have c++ || have g++ ;;
    cmake) have cmake ;;
    ninja-build) have ninja ;;
    ccache) have ccache ;;
    doctest-dev) [ -f /usr/include/doctest/doctest.h ] || [ -f "$root/build/deps/include/doctest/doctest.h" ] ;;
    libopenblas-dev) echo '#include <cblas.h>' | c++ -x c++ -fsyntax-only - >/dev/null 2>&1 ;;
    libpng-dev) [ -f /usr/include/png.h ] || [ -f /usr/local/include/png.h ] ;;
    liblapacke-dev) [ -f /usr/include/lapacke.h ] || [ -f /usr/include/lapacke/lapacke.h ] || [ -f /usr/local/include/lapacke.h ] ;;
    libfftw3-dev) [ -f /usr/include/fftw3.h ] || [ -f /usr/local/include/fftw3.h ] ;;
    python3-numpy) python3 -c 'import numpy' >/dev/null 2>&1 || /usr/bin/python3 -c 'import numpy' >/dev/null 2>&1 ;;
    libeigen3-dev) [ -d /usr/include/eigen3 ] ;;
    libxtensor-dev) [ -d /usr/include/xtensor ] ;;
    doxygen) have doxygen ;;
    *) return 1 ;;
  esac
}

package_reason() {
  case $1 in
    g++) echo "the C++ compiler" ;;
    cmake) echo "configures the build" ;;
    ninja-build) echo "runs the build" ;;
    ccache) echo "makes the next build fast" ;;
    doctest-dev) echo "the tests are written with it" ;;
    libopenblas-dev) echo "multiplies matrices in host memory" ;;
    libpng-dev) echo "writes the pictures" ;;
    liblapacke-dev) echo "decomposes matrices in host memory" ;;
    libfftw3-dev) echo "Fourier transforms in host memory" ;;
    python3-numpy) echo "brings NumPy's accuracy data, which the tests read" ;;
    libeigen3-dev | libxtensor-dev) echo "a library that the benchmarks compare with" ;;
    doxygen) echo "checks the reference" ;;
  esac
}

# need_packages NAME...: installs those that are missing, or says what to type and ends with 2.
# Without ninja-build and ccache the build works too, so they alone do not end it.
need_packages() {
  local package missing=() only_comfort=1 as_root=()
  for package in "$@"; do
    package_present "$package" || missing+=("$package")
  done
  # Ninja is a comfort only where there is make.
  for package in "${missing[@]}"; do
    case $package in
      ccache) ;;
      ninja-build) have make || only_comfort=0 ;;
      *) only_comfort=0 ;;
    esac
  done
  [ ${#missing[@]} -gt 0 ] || return 0

  say "Not installed yet:"
  for package in "${missing[@]}"; do
    printf '    %-16s %s\n' "$package" "$(package_reason "$package")"
  done
  if ! have apt-get; then
    [ $only_comfort = 0 ] || return 0
    die "this system has no apt-get: install the equivalents of these packages, then run this again: ${missing[*]}" 2
  fi
  if [ "$(id -u)" != 0 ]; then
    if have sudo && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
      as_root=(sudo)
    elif [ $only_comfort = 1 ]; then
      echo "    going on without (no root here, and none is needed)"
      return 0
    else
      printf '\n%s\n\n    apt-get update && apt-get install -y --no-install-recommends %s\n\n%s\n' \
        "Installing them needs root, and this is not root and has no sudo. As root, run" "${missing[*]}" \
        "and then this script again." >&2
      exit 2
    fi
  fi
  say "Installing them: apt-get install ${missing[*]}"
  "${as_root[@]}" apt-get update -qq || echo "    apt-get update failed; trying with the package lists that are here"
  if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"; then
    [ $only_comfort = 1 ] || die "apt-get could not install: ${missing[*]}" 2
    echo "    going on without"
  fi
}

check_cmake() {
  local version
  version=$(cmake --version | sed -n '1s/[^0-9]*\([0-9.]*\).*/\1/p')
  if [ "$(printf '%s\n3.25\n' "$version" | sort -V | head -n 1)" != 3.25 ]; then
    die "CMake $version is too old: 3.25 or newer is needed (Debian 12 and Ubuntu 24.04 have it)" 2
  fi
}

# jobs MEGABYTES_A_JOB: as many as the cores and the free memory carry.
jobs_for() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/MemAvailable/ {print int($2 / 1024)}' /proc/meminfo)
  awk -v c="$cores" -v m="$memory" -v each="$1" 'BEGIN {n = int(m / each); if (n > c) n = c; print n < 1 ? 1 : n}'
}

# configure PRESET [CMAKE ARGUMENT...]: quiet unless it fails.
configure() {
  local preset=$1 log
  shift
  log=$root/build/$preset-configure.log
  mkdir -p "$root/build"
  say "Configuring with preset $preset"
  if have ninja; then export CMAKE_GENERATOR="${CMAKE_GENERATOR:-Ninja}"; fi
  if ! (cd "$root" && cmake --preset "$preset" "$@") >"$log" 2>&1; then
    cat "$log" >&2
    die "configuring failed; the output is above, and in build/$preset-configure.log"
  fi
  sed -n '/^-- fuse /,/^--   bench/s/^-- /    /p' "$log"
}

# build FOLDER [TARGET...]: with the build tool's own progress. nvcc takes 1.5 GB a job, g++ half as much.
build() {
  local folder=$1 jobs each=800
  shift
  if grep -q '^FUSE_CUDA:[A-Z]*=ON' "$folder/CMakeCache.txt"; then each=1500; fi
  jobs=$(jobs_for $each)
  say "Building in ${folder#"$root"/}, $jobs at a time"
  cmake --build "$folder" -j "$jobs" ${1:+--target} "$@" || die "the build failed; the first error is above"
}
