// Runs generated programs: results go to files, times to the standard output.
#include "judge.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

namespace judge {
namespace {

std::vector<void (*)()>& programs() {
  static std::vector<void (*)()> all;
  return all;
}
char const* folder = ".";

template <class T>
void fill_as(void* to, std::int64_t n, double low, double step, std::uint32_t seed) {
  for (std::int64_t i = 0; i < n; ++i) {
    std::uint32_t h = (static_cast<std::uint32_t>(i) + seed * 0x9e3779b9u) * 2654435761u;
    h ^= h >> 15;
    h *= 2246822519u;
    h ^= h >> 13;
    double const x = low + static_cast<double>(h >> 12) * step;
    static_cast<T*>(to)[i] = cp::integral<T> ? static_cast<T>(std::floor(x)) : static_cast<T>(static_cast<float>(x));
    if constexpr (std::is_same_v<T, double>) static_cast<T*>(to)[i] = x;
  }
}

/// Milliseconds of one call; on the device of five between two events.
double once(void (*call)(void const*), void const* f) {
#if FUSE_JUDGE_CUDA
  cp::event begin, end;
  begin.record();
  for (int i = 0; i < 5; ++i) call(f);
  end.record();
  end.synchronize();
  return end.elapsed_ms_since(begin) / 5;
#else
  auto const begin = std::chrono::steady_clock::now();
  call(f);
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
#endif
}

/// At least 3 calls that are timed, 15 or 0.4 s, after 3 or 0.2 s of others. The median, as peer_runs.py's; on the
/// host, where other processes work too, the lower quartile.
double typical_ms(void (*call)(void const*), void const* f) {
  double total = 0;
  for (int i = 0; i < 3 && total < 200; ++i) total += once(call, f);
  std::vector<double> times;
  for (total = 0; times.size() < 3 || (times.size() < 15 && total < 400); total += times.back())
    times.push_back(once(call, f));
  std::sort(times.begin(), times.end());
  return times[times.size() / (FUSE_JUDGE_CUDA ? 2 : 4)];
}

double copy_gbs() {
  std::int64_t const n = std::int64_t{FUSE_JUDGE_CUDA ? 1024 : 64} << 20;
  auto const from = cp::zeros<cp::uint8>(n), to = cp::zeros<cp::uint8>(n);
  auto const copy = [&] {
    cp::runtime::copy_bytes(to.data(), cp::default_space::kind, from.data(), cp::default_space::kind, n);
  };
  return 2e-6 * static_cast<double>(n) /
         typical_ms([](void const* p) { (*static_cast<decltype(copy) const*>(p))(); }, &copy);
}

}  // namespace

known::known(void (*program)()) { programs().push_back(program); }

void fill(void* to, cp::dtype_id dtype, std::int64_t n, double low, double high, std::uint32_t seed) {
  double const step = (high - low) / (1 << 20);
  switch (dtype) {
    case cp::dtype_id::uint8:
      return fill_as<std::uint8_t>(to, n, low, step, seed);
    case cp::dtype_id::int16:
      return fill_as<std::int16_t>(to, n, low, step, seed);
    case cp::dtype_id::int32:
      return fill_as<std::int32_t>(to, n, low, step, seed);
    case cp::dtype_id::int64:
      return fill_as<std::int64_t>(to, n, low, step, seed);
    case cp::dtype_id::float16:
      return fill_as<cp::float16>(to, n, low, step, seed);
    case cp::dtype_id::bfloat16:
      return fill_as<cp::bfloat16>(to, n, low, step, seed);
    case cp::dtype_id::float32:
      return fill_as<float>(to, n, low, step, seed);
    case cp::dtype_id::float64:
      return fill_as<double>(to, n, low, step, seed);
    default:
      throw cp::error("judge: no numbers of that dtype");
  }
}

void keep(int number, char const* dtype, std::vector<std::int64_t> const& shape, void const* elements,
          std::int64_t bytes) {
  std::string const path = std::string(folder).append("/").append(std::to_string(number)).append(".result");
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  if (!file) throw cp::error("judge: a result cannot be written");
  std::string text = dtype;
  for (auto const n : shape) text.append(" ").append(std::to_string(n));
  text += "\n";
  bool const written =
      std::fwrite(text.data(), 1, text.size(), file) == text.size() &&
      std::fwrite(elements, 1, static_cast<std::size_t>(bytes), file) == static_cast<std::size_t>(bytes);
  if (std::fclose(file) || !written) throw cp::error("judge: a result cannot be written");
}

void measure(int number, void (*call)(void const*), void const* f) {
  auto const before = cp::count();
  call(f);
  auto const launches = (cp::count() - before).launches;
  std::printf("%d %.6f %lld\n", number, typical_ms(call, f), static_cast<long long>(launches));
  std::fflush(stdout);
}

}  // namespace judge

/// judge FOLDER: runs all programs that were linked. An exception ends its program alone.
int main(int, char** argv) {
  if (argv[1]) judge::folder = argv[1];
  std::printf("copy %.1f\n", judge::copy_gbs());
  for (auto const program : judge::programs()) try {
      program();
    } catch (std::exception const& e) {
      std::printf("failed %s\n", e.what());
    }
}
