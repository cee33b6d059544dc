// DLPack tensors: what is exported is imported again, sharing memory, and what other libraries may get wrong is
// refused.
#include <doctest.h>

#include <cstdint>
#include <fuse/fuse.hpp>
#include <fuse/interop.hpp>
#include <string>
#include <vector>

#include "values.hpp"

using namespace tests;
namespace dl = cp::dlpack;

namespace {

int deleted = 0;

// A tensor over six floats of the host as another library would make it.
struct foreign {
  alignas(16) float data[6] = {0, 1, 2, 3, 4, 5};
  std::int64_t shape[2] = {2, 3}, strides[2] = {3, 1};
  dl::managed_tensor_versioned tensor{};
  foreign() {
    deleted = 0;
    tensor.version = {1, 1};
    tensor.deleter = [](dl::managed_tensor_versioned*) { ++deleted; };
    tensor.dl_tensor = {data, {dl::cpu, 0}, 2, {dl::floating, 32, 1}, shape, strides, 0};
  }
};

template <class T = float, int Rank = 2>
std::string message(foreign& f) {
  try {
    (void)cp::from_dlpack<T, Rank, cp::host_space>(&f.tensor);
  } catch (cp::error const& e) {
    CHECK(deleted == 1);
    return e.what();
  }
  return "no error";
}

}  // namespace

// covers: cupy.from_dlpack; cupy.fromDlpack; cupy.ndarray.__dlpack__; cupy.ndarray.toDlpack
// covers: cupy.ndarray.__dlpack_device__
TEST_CASE("arrays of every dtype go out and come back, sharing memory") {
  auto const check = [&]<class T>(T const& one, std::uint8_t code, int bits) {
    auto const a = cp::full<T>({2, 3}, one);
    auto* const t = cp::to_dlpack(a.T());
    CHECK((t->version.major == 1 && t->flags == 0));
    CHECK((t->dl_tensor.dtype.code == code && t->dl_tensor.dtype.bits == bits && t->dl_tensor.dtype.lanes == 1));
    CHECK((t->dl_tensor.ndim == 2 && t->dl_tensor.shape[0] == 3 && t->dl_tensor.strides[0] == 1));
    CHECK(t->dl_tensor.where.type == cp::dlpack_device(a).type);
    auto const b = cp::from_dlpack<T, 2>(t);
    CHECK(b.data() == a.data());
    CHECK(equals<T>(b, {3, 2}, std::vector<T>(6, one)));
    auto const c = cp::from_dlpack<T, 2>(cp::to_dlpack_unversioned(a));
    CHECK(c.data() == a.data());
    CHECK(equals<T>(c, {2, 3}, std::vector<T>(6, one)));
  };
  check(true, dl::boolean, 8);
  check(std::int8_t(1), dl::integer, 8);
  check(std::int64_t(1), dl::integer, 64);
  check(std::uint16_t(1), dl::unsigned_integer, 16);
  check(cp::float16(1.0f), dl::floating, 16);
  check(cp::bfloat16(1.0f), dl::bfloat, 16);
  check(1.0f, dl::floating, 32);
  check(1.0, dl::floating, 64);
  check(cp::complex64(1, 2), dl::complex, 64);
  check(cp::complex128(1, 2), dl::complex, 128);
}

TEST_CASE("a tensor keeps the memory, and its deleter lets it go") {
  dl::managed_tensor_versioned* t = nullptr;
  {
    auto const a = counted<float>({4});
    t = cp::to_dlpack(a(cp::slice(1, 4, 2)));
  }
  auto b = cp::from_dlpack<float, 1>(t);
  CHECK(equals<float>(b, {2}, {1, 3}));
  auto const before = b.memory()->bytes;
  CHECK(before >= 12);
  b = b + 1;  // new data, as the memory is not ours
  CHECK(equals<float>(b, {2}, {2, 4}));
  auto* const empty = cp::to_dlpack(cp::ndarray<double, 2>());
  CHECK((empty->dl_tensor.data == nullptr && empty->dl_tensor.shape[0] == 0));
  CHECK((cp::from_dlpack<double, 2>(empty).size()) == 0);
  auto* const scalar = cp::to_dlpack_unversioned(cp::eval(cp::sum(counted({3}))));
  CHECK((cp::from_dlpack<std::int64_t, 0>(scalar).item()) == 3);
}

TEST_CASE("tensors of other libraries are taken as they are") {
  {
    foreign f;
    auto const a = cp::from_dlpack<float, 2, cp::host_space>(&f.tensor);
    auto const row = a(1);
    a(0, 0) = 9;
    CHECK(f.data[0] == 9);
    CHECK(deleted == 0);
    CHECK(equals<float>(row, {3}, {3, 4, 5}));
  }
  CHECK(deleted == 1);
  {
    foreign f;
    f.tensor.dl_tensor.strides = nullptr;
    f.tensor.dl_tensor.byte_offset = 4;
    f.shape[1] = 2;
    CHECK(equals<float>(cp::from_dlpack<float, 2, cp::host_space>(&f.tensor), {2, 2}, {1, 2, 3, 4}));
  }
  CHECK(deleted == 1);
  {
    foreign f;
    f.tensor.dl_tensor.byte_offset = 20;
    f.strides[0] = -3;
    f.strides[1] = -1;
    f.tensor.flags = dl::read_only;
    f.tensor.dl_tensor.where.type = dl::cuda_host;
    CHECK(equals<float>(cp::from_dlpack<float, 2, cp::host_space>(&f.tensor), {2, 3}, {5, 4, 3, 2, 1, 0}));
  }
  {
    foreign f;
    f.tensor.deleter = nullptr;
    CHECK(cp::from_dlpack<float, 2, cp::host_space>(&f.tensor).size() == 6);
  }
  CHECK(deleted == 0);
}

TEST_CASE("tensors that are no such arrays are refused, and given back once") {
  CHECK_THROWS_AS((void)(cp::from_dlpack<float, 1, cp::host_space>(static_cast<dl::managed_tensor*>(nullptr))),
                  cp::value_error);
#define REFUSED(PHRASE, ...)                                                \
  {                                                                         \
    foreign f;                                                              \
    __VA_ARGS__;                                                            \
    std::string const text = message(f);                                    \
    CHECK_MESSAGE(text.find(PHRASE) != text.npos, text << " / " << PHRASE); \
  }
  REFUSED("no error", )
  REFUSED("expected DLPack 1, got version 2.0", f.tensor.version = {2, 0})
  REFUSED("the tensor holds float64, but float32 was asked for", f.tensor.dl_tensor.dtype.bits = 64)
  REFUSED("the tensor holds int32", f.tensor.dl_tensor.dtype.code = dl::integer)
  REFUSED("the tensor holds type code 17 of 32", f.tensor.dl_tensor.dtype.code = 17)
  REFUSED("the tensor holds float32x4", f.tensor.dl_tensor.dtype.lanes = 4)
  REFUSED("the tensor has 3 axes, but 2 were asked for", f.tensor.dl_tensor.ndim = 3)
  REFUSED("the tensor has -1 axes", f.tensor.dl_tensor.ndim = -1)
  REFUSED("axes but no shape", f.tensor.dl_tensor.shape = nullptr)
  REFUSED("negative extent", f.shape[0] = -1)
  REFUSED("more bytes than 64 bits count", f.shape[0] = std::int64_t(1) << 62)
  REFUSED("reaches beyond all memory", f.strides[0] = INT64_MAX)
  REFUSED("reaches beyond all memory", f.strides[0] = INT64_MIN)
  REFUSED("device of type 2, expected 1 (CPU) or 3 (pinned)", f.tensor.dl_tensor.where.type = dl::cuda)
  REFUSED("device of type 7", f.tensor.dl_tensor.where.type = 7)
  REFUSED("elements begin at multiples of 4 bytes", f.tensor.dl_tensor.byte_offset = 2)
  REFUSED("beyond all memory", f.tensor.dl_tensor.byte_offset = UINT64_MAX)
  REFUSED("got a null pointer", f.tensor.dl_tensor.data = nullptr)
#undef REFUSED
  foreign f;
  CHECK_THROWS_WITH_AS((void)(cp::from_dlpack<float, 2, cp::cuda_space>(&f.tensor)),
                       "cp::from_dlpack: the tensor is on a device of type 1, expected 2 (CUDA) or 13 (managed) for "
                       "cuda_space",
                       cp::value_error);
  CHECK(deleted == 1);
}
