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

# The tools among the packages: what has to be there before CMake can say what else is missing.
tool_present() {
  case $1 in
    g++) have "${CXX:-c++}" || have g++ || have clang++ ;;
    cmake) have cmake ;;
    ninja-build) have ninja ;;
    ccache) have ccache ;;
    doxygen | clang-format) have "$1" ;;
    clang) have clang++ && echo 'int main() {}' | clang++ -x c++ - -fsanitize=address -o /dev/null 2>/dev/null ;;
  esac
}
tool_reason() {
  case $1 in
    g++) echo "the C++ compiler" ;;
    cmake) echo "configures the build" ;;
    ninja-build) echo "runs the build" ;;
    ccache) echo "makes the next build fast" ;;
    doxygen) echo "checks the reference" ;;
    clang-format) echo "checks the layout of the sources" ;;
    clang) echo "compiles with sanitizers in half the time" ;;
  esac
}

# How root's commands are run here: root_command=() for root, (sudo) where that may be; 1 where neither.
root_command=()
can_be_root() {
  if [ "$(id -u)" = 0 ]; then return 0; fi
  if have sudo && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
    root_command=(sudo)
    return 0
  fi
  return 1
}

install_command() { echo "apt-get update && apt-get install -y --no-install-recommends $*"; }

# install_packages NAME...: 0 if they are installed; else says why not.
install_packages() {
  local log=$root/build/install.log
  if ! have apt-get; then
    echo "    this system has no apt-get: install the equivalents of these packages: $*"
    return 1
  fi
  if ! can_be_root; then
    printf '    installing them needs root, and this is not root and has no sudo. As root:\n\n        %s\n\n' \
      "$(install_command "$@")${wanted_too:-}"
    return 1
  fi
  mkdir -p "$root/build"
  say "Installing them: apt-get install $* (the log is build/install.log)"
  if ! "${root_command[@]}" apt-get update -qq >"$log" 2>&1; then
    echo "    apt-get update failed; trying with the package lists that are here"
  fi
  if ! "${root_command[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >>"$log" 2>&1; then
    grep -E '^(E|Err):' "$log" | tail -n 10 | sed 's/^/    /'
    echo "    apt-get could not install: $*"
    return 1
  fi
}

# need_packages NAME...: installs the tools that are missing, or says what to type and ends with 2. Libraries are what CMake
# finds: `configure`, here or in a script that this one runs, installs those that it did not.
need_packages() {
  local package missing=() needed=0
  for package in "$@"; do
    case $package in
      g++ | cmake | ninja-build | ccache | doxygen | clang-format | clang) tool_present "$package" || missing+=("$package") ;;
      *) FUSE_WANTED="${FUSE_WANTED:-} $package" ;;
    esac
  done
  export FUSE_WANTED=${FUSE_WANTED:-}
  [ ${#missing[@]} -gt 0 ] || return 0
  # Ninja is a comfort only where there is make.
  for package in "${missing[@]}"; do
    case $package in
      ccache | doxygen | clang-format | clang) ;;
      ninja-build) have make || needed=1 ;;
      *) needed=1 ;;
    esac
  done
  say "Not installed yet:"
  for package in "${missing[@]}"; do printf '    %-16s %s\n' "$package" "$(tool_reason "$package")"; done
  # Whoever has to type the command gets all that may be wanted, as CMake cannot say yet what is.
  # (Debian has clang's sanitizers in a package of their own.)
  if [ "${missing[*]}" = clang ]; then missing+=(libclang-rt-dev); fi
  if wanted_too=$FUSE_WANTED install_packages "${missing[@]}"; then return 0; fi
  [ $needed = 0 ] || die "nothing can be built without these: ${missing[*]}" 2
  echo "    going on without"
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

# configure PRESET [CMAKE ARGUMENT...]: quiet unless it fails. Libraries that need_packages was told of and that CMake did not
# find are installed, and CMake is asked again; where they cannot be, it goes on without, if that can be.
configure() {
  local preset=$1 folder=$root/build/$1 package reason previous='' missing=()
  for package in "$@"; do
    if [ "$previous" = -B ]; then folder=$package; fi
    previous=$package
  done
  say "Configuring with preset $preset"
  run_cmake "$@"
  while IFS=$'\t' read -r package reason; do
    [[ " ${FUSE_WANTED:-} " == *" $package "* ]] || continue
    if [ ${#missing[@]} = 0 ]; then say "Not found:"; fi
    printf '    %-16s %s\n' "$package" "$reason"
    missing+=("$package")
  done <"$folder/missing_packages.txt"
  if [ ${#missing[@]} -gt 0 ]; then
    if install_packages "${missing[@]}"; then
      say "Configuring again"
      run_cmake "$@"
    fi
    while IFS=$'\t' read -r package reason; do
      [[ " ${missing[*]} " == *" $package "* ]] || continue
      [ "$package" != doctest-dev ] || die "there are no tests without $package" 2
      echo "    going on without $package ($reason)"
    done <"$folder/missing_packages.txt"
  fi
  sed -n '/^-- fuse /,/^--   bench/s/^-- /    /p' "$root/build/$preset-configure.log"
}

# run_cmake PRESET [CMAKE ARGUMENT...]: what configure does once.
run_cmake() {
  local preset=$1 log=$root/build/$1-configure.log
  shift
  mkdir -p "$root/build"
  if have ninja; then export CMAKE_GENERATOR="${CMAKE_GENERATOR:-Ninja}"; fi
  if ! (cd "$root" && cmake --preset "$preset" "$@") >"$log" 2>&1; then
    # From the first error on; all of it where CMake did not say "error".
    if grep -q '^CMake Error' "$log"; then sed -n '/^CMake Error/,$p' "$log" | head -n 60 >&2; else cat "$log" >&2; fi
    die "configuring failed; the error is above, and all of the output in ${log#"$root"/}"
  fi
}

# check_ctest [CTEST ARGUMENT...]: ends with 2 for an option that ctest does not have: it would run everything without a word.
check_ctest() {
  local argument options
  options=$(ctest --help | grep -oE '(^|[ ,])--[a-z-]+')
  for argument in "$@"; do
    case $argument in
      --*) grep -qE -- "(^|[ ,])${argument%%=*}\$" <<<"$options" || die "unknown option $argument (see --help, and ctest --help)" 2 ;;
    esac
  done
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
