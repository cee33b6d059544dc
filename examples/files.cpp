// What docs/files.md shows: arrays from files and to them. Each recipe is checked.
#include <cstdlib>
#include <fstream>
#include <fuse/fuse.hpp>
#include <fuse/interop.hpp>
#include <fuse/io.hpp>
#include <iostream>
#include <string_view>
#include <vector>

namespace {

void require(bool good, char const* what) {
  if (good) return;
  std::cerr << "examples/files: " << what << " is wrong\n";
  std::exit(1);
}

void arrays(cp::ndarray<float, 2> const& x) {
  cp::save("x.npy", x);
  auto const again = cp::load<float, 2>("x.npy");
  auto const mapped = cp::load_mapped<float, 2>("x.npy");  // its pages are read when they are used
  require(cp::eval(cp::array_equal(again, x)).item() && mapped.item(1, 2) == 5, "a .npy file");

  cp::savez("several.npz", x, cp::named("twice", 2 * x));  // the first one is named arr_0
  cp::npz_file const file("several.npz");
  for (auto const& name : file.names()) std::cout << name << " " << file.header(name).descr << "\n";
  auto const twice = file.load<float, 2>("twice");
  require(cp::eval(cp::array_equal(twice, 2 * x)).item(), "a .npz file");
}

void tables() {
  std::ofstream("table.csv") << "time,on,temperature\n0,yes,21.5\n1,no,\n2,yes,22.25\n";
  auto const on = [](std::string_view field) { return field == "yes" ? 1 : 0; };
  auto const t = cp::genfromtxt("table.csv", {.delimiter = ",", .skip_header = 1, .converters = {{1, on}}});
  std::cout << t << "\n";

  cp::savetxt("table.txt", t(cp::all, 2), {.fmt = {"%8.3f"}, .header = "temperature"});
  auto const column = cp::loadtxt<double, 1>("table.txt");
  require(column.item(0) == 21.5, "a table");

  cp::progress const shown([](std::int64_t done, std::int64_t total) { std::cout << done << " of " << total << "\n"; });
  cp::save("x.npy", t, shown);
  auto const large = cp::loadtxt<double, 1>("table.txt", {.progress = shown});
  require(large.item(0) == 21.5, "progress");

  try {
    (void)cp::loadtxt("table.csv", {.delimiter = ",", .skiprows = 1});
  } catch (cp::value_error const& e) {
    std::cout << e.what() << "\n";
  }
}

void bytes(cp::ndarray<float, 2> const& x) {
  cp::tofile("x.bin", x);
  auto const second_row = cp::fromfile<float>("x.bin", 3, 3 * sizeof(float));
  require(second_row.item(0) == 3, "a raw file");

  std::vector<float> samples(1000, 0.5f);
  auto const view = cp::frombuffer<float>(samples);  // no copy: samples must live as long
  auto* const own = static_cast<float*>(std::calloc(1000, sizeof(float)));
  auto const owner = cp::from_memory(own, {10, 100}, [](float* p) { std::free(p); });
  owner(0) = view(cp::slice(0, 100));
  require(owner(0, 99) == 0.5f, "foreign memory");

  auto* const tensor = cp::to_dlpack(x);  // for PyTorch, CuPy, JAX ...; whoever takes it calls its deleter
  auto const back = cp::from_dlpack<float, 2>(tensor);
  require(back.data() == x.data(), "a DLPack tensor");
}

}  // namespace

int main() {
  auto const x = cp::eval(cp::reshape(cp::arange(6.0f), {2, 3}));
  arrays(x);
  tables();
  bytes(x);
}
