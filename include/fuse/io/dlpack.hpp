// Arrays from and to other libraries by DLPack, the C structs that PyTorch, CuPy, JAX and NumPy exchange.
#pragma once

#include <cstdint>
#include <fuse/array/foreign.hpp>
#include <fuse/array/ndarray.hpp>
#include <fuse/core/dtype_id.hpp>
#include <fuse/runtime/storage.hpp>

namespace cp {

/// DLPack's structs (https://dmlc.github.io/dlpack), with its memory layout: a `DLManagedTensor*` of another header is
/// a `cp::dlpack::managed_tensor*`, by reinterpret_cast.
namespace dlpack {

/// Kinds of devices, of those that exist here: DLDeviceType.
enum device_type : std::int32_t { cpu = 1, cuda = 2, cuda_host = 3, cuda_managed = 13 };
/// Kinds of numbers: DLDataTypeCode.
enum type_code : std::uint8_t { integer = 0, unsigned_integer = 1, floating = 2, bfloat = 4, complex = 5, boolean = 6 };
/// A tensor's memory must not be written.
inline constexpr std::uint64_t read_only = 1;

/// DLDevice.
struct device {
  std::int32_t type;  ///< a device_type
  std::int32_t id;    ///< which one
};
/// DLDataType.
struct data_type {
  std::uint8_t code;    ///< a type_code
  std::uint8_t bits;    ///< of a lane
  std::uint16_t lanes;  ///< numbers in an element
};
/// DLTensor.
struct tensor {
  void* data;                 ///< the memory
  device where;               ///< on which device it is
  std::int32_t ndim;          ///< number of axes
  data_type dtype;            ///< what an element is
  std::int64_t* shape;        ///< extents
  std::int64_t* strides;      ///< steps in elements; null: C-contiguous
  std::uint64_t byte_offset;  ///< from `data` to the first element
};
/// DLManagedTensor: a tensor and how to give it back.
struct managed_tensor {
  tensor dl_tensor;                  ///< the tensor
  void* manager_ctx;                 ///< belongs to `deleter`
  void (*deleter)(managed_tensor*);  ///< gives it back; may be null
};
/// DLPackVersion.
struct version_number {
  std::uint32_t major;  ///< versions with another one cannot be read
  std::uint32_t minor;  ///< versions with another one can
};
/// DLManagedTensorVersioned: the same since version 1.0.
struct managed_tensor_versioned {
  version_number version;                      ///< of these structs
  void* manager_ctx;                           ///< belongs to `deleter`
  void (*deleter)(managed_tensor_versioned*);  ///< gives it back; may be null
  std::uint64_t flags;                         ///< as `read_only`
  tensor dl_tensor;                            ///< the tensor
};
static_assert(sizeof(tensor) == 48 && sizeof(managed_tensor) == 64 && sizeof(managed_tensor_versioned) == 80,
              "cp::dlpack: the structs are those of 64-bit machines");

}  // namespace dlpack

namespace detail {

/// What an array is, without its types.
struct exported_array {
  storage_ptr memory;           ///< the share that the tensor holds
  void* data;                   ///< element (0, ..., 0)
  memory_kind kind;             ///< of the array's space, where there is no memory
  dtype_id dtype;               ///< of its elements
  int ndim;                     ///< number of axes
  std::int64_t const* shape;    ///< extents
  std::int64_t const* strides;  ///< steps
};
/// What is wanted of a tensor.
struct wanted_array {
  dtype_id dtype;          ///< of its elements
  std::int64_t alignment;  ///< of its elements
  int rank;                ///< number of axes
  memory_kind kind;        ///< of its space
};

dlpack::managed_tensor* export_tensor(exported_array const& a);
dlpack::managed_tensor_versioned* export_versioned_tensor(exported_array const& a);
dlpack::device dlpack_device_of(storage_ptr const& memory, memory_kind kind);

/// Takes a tensor over, checks it, and gives its memory and where its first element is. `shape` and `strides` have room
/// for `rank` extents.
storage_ptr import_tensor(dlpack::managed_tensor* t, wanted_array const& wanted, void*& data, std::int64_t* shape,
                          std::int64_t* strides);
storage_ptr import_tensor(dlpack::managed_tensor_versioned* t, wanted_array const& wanted, void*& data,
                          std::int64_t* shape, std::int64_t* strides);

template <class T, int Rank, class Space>
exported_array exported(ndarray<T, Rank, Space> const& a) {
  static_assert(number<T>, "cp::to_dlpack: the elements must be numbers, DLPack knows no structs");
  return {a.memory(), a.data(), Space::kind, dtype_traits<T>::id, Rank, a.shape().value, a.strides().value};
}
template <class T, int Rank, class Space, class Tensor>
ndarray<T, Rank, Space> imported(Tensor* t) {
  static_assert(number<T>, "cp::from_dlpack: the elements must be numbers, DLPack knows no structs");
  index_array<Rank> shape, strides;
  void* data = nullptr;
  storage_ptr memory =
      import_tensor(t, {dtype_traits<T>::id, alignof(T), Rank, Space::kind}, data, shape.value, strides.value);
  return {std::move(memory), static_cast<T*>(data), shape, strides};
}

}  // namespace detail

/// The device that an array is on, as DLPack names it.
template <class T, int Rank, class Space>
[[nodiscard]] dlpack::device dlpack_device(ndarray<T, Rank, Space> const& a) {
  return detail::dlpack_device_of(a.memory(), Space::kind);
}

/// An array as a DLPack tensor that shares its memory, views with their strides: of version 1.0, which libraries have
/// read since 2024. Whoever gets it calls its deleter once. Nothing is waited for: whoever reads it on another stream
/// waits for the current one.
///
/// numpy    numpy.ndarray.__dlpack__
template <class T, int Rank, class Space>
[[nodiscard]] dlpack::managed_tensor_versioned* to_dlpack(ndarray<T, Rank, Space> const& a) {
  return detail::export_versioned_tensor(detail::exported(a));
}
/// The same as the older struct, without a version.
template <class T, int Rank, class Space>
[[nodiscard]] dlpack::managed_tensor* to_dlpack_unversioned(ndarray<T, Rank, Space> const& a) {
  return detail::export_tensor(detail::exported(a));
}

/// An array over the memory of a DLPack tensor, which is taken over: its deleter is called when the last handle goes,
/// and where this throws. Nothing is copied or waited for: the current stream has to come after whatever writes it, and
/// what gets the memory back after work on the current stream. A tensor that says so must not be written; `y = expr`
/// never does unasked.
///
/// throws   value_error for a null pointer, an unknown version, a device of another space, strides or offsets that no
///          memory has, and data that no T can begin at; dtype_error for other elements; shape_error for another rank
///          or negative extents
/// numpy    numpy.from_dlpack
template <class T, int Rank, class Space = default_space>
[[nodiscard]] ndarray<T, Rank, Space> from_dlpack(dlpack::managed_tensor_versioned* tensor) {
  return detail::imported<T, Rank, Space>(tensor);
}
/// The same of the older struct.
template <class T, int Rank, class Space = default_space>
[[nodiscard]] ndarray<T, Rank, Space> from_dlpack(dlpack::managed_tensor* tensor) {
  return detail::imported<T, Rank, Space>(tensor);
}

}  // namespace cp
