// The programs of bench/practice: `practice [--out FILE] [names...]`; peers.py times others on the same.
#include "practice.hpp"
#include <cstring>
#include <exception>

int main(int argc, char** argv) {
  char const* out = "practice.csv";
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i)
    if (!std::strcmp(argv[i], "--out") && i + 1 < argc)
      out = argv[++i];
    else
      names.push_back(argv[i]);
  std::FILE* f = std::fopen(out, "w");
  if (!f) return std::perror(out), 1;
  std::fprintf(f, "peer,workload,key,value\n");
  int failed = 0;
  for (auto const& w : workloads()) {
    bool take = names.empty();
    for (auto const& n : names) take = take || std::string(w.name).find(n) != std::string::npos;
    if (!take) continue;
    report r{f, w.name};
    try {
      w.run(r);
    } catch (std::exception const& e) {
      std::printf("%-18s FAILED: %.600s\n", w.name, e.what());
      ++failed;
    }
    std::fflush(f);
  }
  std::fclose(f);
  return failed != 0;
}
