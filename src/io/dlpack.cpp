// DLPack tensors, made and taken over. What comes in is checked before it is used: it comes from other libraries.
#include <cstdint>
#include <fuse/core/dtype.hpp>
#include <fuse/core/error.hpp>
#include <fuse/core/shape.hpp>
#include <fuse/io/dlpack.hpp>
#include <fuse/io/format.hpp>
#include <fuse/runtime/device.hpp>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace cp::detail {

namespace {

constexpr char where[] = "cp::from_dlpack: ";

dlpack::data_type type_of(dtype_id dtype) {
  dtype_row const row = row_of(dtype);
  auto const bits = static_cast<std::uint8_t>(8 * row.itemsize);
  switch (row.kind) {
    case dtype_kind::boolean:
      return {dlpack::boolean, bits, 1};
    case dtype_kind::signed_integer:
      return {dlpack::integer, bits, 1};
    case dtype_kind::unsigned_integer:
      return {dlpack::unsigned_integer, bits, 1};
    case dtype_kind::complex_floating:
      return {dlpack::complex, bits, 1};
    default:
      return {dtype == dtype_id::bfloat16 ? dlpack::bfloat : dlpack::floating, bits, 1};
  }
}

std::string type_text(dlpack::data_type t) {
  static constexpr char const* names[] = {"int", "uint", "float", "opaque", "bfloat", "complex", "bool"};
  std::string text = t.code < std::size(names) ? names[t.code] : "type code " + std::to_string(t.code) + " of ";
  text += std::to_string(t.bits);
  if (t.lanes != 1) text += "x" + std::to_string(t.lanes);
  return text;
}

// What a tensor holds on to: a share of the array's memory, its extents, and itself.
template <class Tensor>
struct exported_tensor {
  storage_ptr memory;
  std::vector<std::int64_t> extents;
  Tensor managed{};
};

template <class Tensor>
Tensor* make_tensor(exported_array const& a) try {
  auto made = std::make_unique<exported_tensor<Tensor>>();
  made->memory = a.memory;
  made->extents.assign(a.shape, a.shape + a.ndim);
  made->extents.insert(made->extents.end(), a.strides, a.strides + a.ndim);
  Tensor& t = made->managed;
  t.manager_ctx = made.get();
  t.deleter = [](Tensor* self) { delete static_cast<exported_tensor<Tensor>*>(self->manager_ctx); };
  dlpack::tensor& d = t.dl_tensor;
  d.data = a.data;
  d.where = dlpack_device_of(a.memory, a.kind);
  d.ndim = a.ndim;
  d.dtype = type_of(a.dtype);
  d.shape = a.ndim > 0 ? made->extents.data() : nullptr;
  d.strides = a.ndim > 0 ? made->extents.data() + a.ndim : nullptr;
  d.byte_offset = 0;
  return &made.release()->managed;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

// Calls a tensor's deleter, unless something else has taken it over.
template <class Tensor>
struct give_back {
  void operator()(Tensor* t) const noexcept {
    if (t->deleter != nullptr) t->deleter(t);
  }
};

int check_device(dlpack::tensor const& t, memory_kind kind) {
  std::int32_t const type = t.where.type, id = t.where.id;
  bool const on_device = type == dlpack::cuda || type == dlpack::cuda_managed;
  bool const on_host = type == dlpack::cpu || type == dlpack::cuda_host;
  if (!(kind == memory_kind::device ? on_device : on_host))
    throw value_error(std::string(where) + "the tensor is on a device of type " + std::to_string(type) +
                      (kind == memory_kind::device ? ", expected 2 (CUDA) or 13 (managed) for cuda_space"
                                                   : ", expected 1 (CPU) or 3 (pinned) for host_space"));
  if (on_device && (id < 0 || id >= cuda::device_count()))
    throw value_error(std::string(where) + "the tensor is on device " + std::to_string(id) + ", there are " +
                      std::to_string(cuda::device_count()));
  return on_device ? id : 0;
}

// Where a tensor's bytes lie from its first element on: [first, last) in bytes.
struct extent_of_bytes {
  std::int64_t first = 0, last = 0;
};

extent_of_bytes check_layout(dlpack::tensor const& t, std::int64_t itemsize, std::int64_t* shape,
                             std::int64_t* strides) {
  for (int i = 0; i < t.ndim; ++i) shape[i] = t.shape[i];
  std::int64_t const size = checked_size("cp::from_dlpack", shape, t.ndim, itemsize);
  std::int64_t step = 1;
  for (int i = t.ndim - 1; i >= 0; --i) {
    strides[i] = t.strides != nullptr ? t.strides[i] : step;
    if (t.strides == nullptr) step *= shape[i] > 0 ? shape[i] : 1;
  }
  extent_of_bytes b;
  if (size == 0) return b;
  b.last = itemsize;
  for (int i = 0; i < t.ndim; ++i) {
    std::int64_t reach = 0;
    bool wrong = __builtin_mul_overflow(shape[i] - 1, strides[i], &reach);
    wrong = wrong || __builtin_mul_overflow(reach, itemsize, &reach);
    std::int64_t& end = reach < 0 ? b.first : b.last;
    wrong = wrong || __builtin_add_overflow(end, reach, &end);
    if (wrong)
      throw value_error(std::string(where) + "stride " + std::to_string(strides[i]) + " of extent " +
                        std::to_string(shape[i]) + " reaches beyond all memory");
  }
  return b;
}

template <class Tensor>
storage_ptr take_tensor(Tensor* given, wanted_array const& wanted, void*& data, std::int64_t* shape,
                        std::int64_t* strides) {
  if (given == nullptr) throw value_error(std::string(where) + "a tensor is needed, got a null pointer");
  std::unique_ptr<Tensor, give_back<Tensor>> owned(given);
  if constexpr (requires { given->version; })
    if (given->version.major != 1)
      throw value_error(std::string(where) + "expected DLPack 1, got version " + std::to_string(given->version.major) +
                        "." + std::to_string(given->version.minor));
  dlpack::tensor const& t = given->dl_tensor;
  dlpack::data_type const type = type_of(wanted.dtype);
  if (t.dtype.code != type.code || t.dtype.bits != type.bits || t.dtype.lanes != 1)
    throw dtype_error(std::string(where) + "the tensor holds " + type_text(t.dtype) + ", but " +
                      dtype_name(wanted.dtype) + " was asked for");
  if (t.ndim != wanted.rank)
    throw shape_error(std::string(where) + "the tensor has " + std::to_string(t.ndim) + " axes, but " +
                      std::to_string(wanted.rank) + " were asked for");
  if (t.ndim > 0 && t.shape == nullptr) throw value_error(std::string(where) + "the tensor has axes but no shape");
  int const device = check_device(t, wanted.kind);
  std::int64_t const itemsize = row_of(wanted.dtype).itemsize;
  extent_of_bytes const bytes = check_layout(t, itemsize, shape, strides);
  if (t.byte_offset > static_cast<std::uint64_t>(INT64_MAX))
    throw value_error(std::string(where) + "the offset of " + std::to_string(t.byte_offset) +
                      " bytes is beyond all memory");
  char* const first = static_cast<char*>(t.data) + (t.data != nullptr ? static_cast<std::int64_t>(t.byte_offset) : 0);
  check_foreign("cp::from_dlpack", first, bytes.last, wanted.alignment);
  storage_ptr memory(runtime::adopt(
      first + bytes.first, bytes.last - bytes.first, wanted.kind, device,
      [](void* context) noexcept { give_back<Tensor>()(static_cast<Tensor*>(context)); }, given));
  (void)owned.release();
  data = first;
  return memory;
}

}  // namespace

dlpack::device dlpack_device_of(storage_ptr const& memory, memory_kind kind) {
  switch (memory ? memory->kind : kind) {
    case memory_kind::device:
      return {dlpack::cuda, memory ? memory->device : cuda::current_device()};
    case memory_kind::managed:
      return {dlpack::cuda_managed, memory->device};
    case memory_kind::pinned:
      return {dlpack::cuda_host, 0};
    default:
      return {dlpack::cpu, 0};
  }
}

dlpack::managed_tensor* export_tensor(exported_array const& a) { return make_tensor<dlpack::managed_tensor>(a); }

dlpack::managed_tensor_versioned* export_versioned_tensor(exported_array const& a) {
  auto* const t = make_tensor<dlpack::managed_tensor_versioned>(a);
  t->version = {1, 0};
  return t;
}

storage_ptr import_tensor(dlpack::managed_tensor* t, wanted_array const& wanted, void*& data, std::int64_t* shape,
                          std::int64_t* strides) {
  return take_tensor(t, wanted, data, shape, strides);
}
storage_ptr import_tensor(dlpack::managed_tensor_versioned* t, wanted_array const& wanted, void*& data,
                          std::int64_t* shape, std::int64_t* strides) {
  return take_tensor(t, wanted, data, shape, strides);
}

}  // namespace cp::detail
