// Strided copies on the host, and the choice of the space.
#include "library/strided_copy.hpp"

#include "copy_elements.hpp"

namespace cp::library {

namespace {

/// The same with neighbours that both sides cross in one step joined, and no axes of extent 1.
strided_copy joined(strided_copy const& s) {
  strided_copy j = s;
  j.axes = 0;
  for (int i = 0; i < s.axes; ++i) {
    if (s.extent[i] == 1) continue;
    int const last = j.axes - 1;
    if (last >= 0 && j.from_stride[last] == s.extent[i] * s.from_stride[i] &&
        j.to_stride[last] == s.extent[i] * s.to_stride[i]) {
      j.extent[last] *= s.extent[i];
      j.from_stride[last] = s.from_stride[i], j.to_stride[last] = s.to_stride[i];
    } else {
      j.add(s.extent[i], s.from_stride[i], s.to_stride[i]);
    }
  }
  return j;
}

}  // namespace

void copy(memory_kind kind, strided_copy const& what) {
  for (int i = 0; i < what.axes; ++i)
    if (what.extent[i] == 0) return;
  strided_copy const s = joined(what);
  kind == memory_kind::host ? copy_in<host_space>(s) : copy_on_device(s);
}

void copy(array_ref const& to, array_ref const& from) {
  strided_copy s;
  s.dtype = to.type;
  s.from = from.data, s.to = to.data;
  for (int i = 0; i < to.rank; ++i) s.add(to.shape[i], from.strides[i], to.strides[i]);
  copy(to.kind, s);
}

}  // namespace cp::library
