// Texts of cp::explain.
#include <fuse/expr/explain.hpp>
#include <fuse/kernels/transform/cuda_fft_plan.hpp>
#include <new>
#include <string>

namespace cp::expr {

void append_line(std::string& text, int depth, char const* what, std::string const& detail) try {
  text.append(static_cast<std::size_t>(2 * depth), ' ').append(what);
  if (!detail.empty()) text.append(" ").append(detail);
  text += '\n';
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

std::string shaped(dtype type, std::int64_t const* shape, int rank) {
  return std::string(type.name()) + " " + detail::shape_text(shape, rank);
}

std::string result_line(dtype type, std::int64_t const* shape, int rank, char const* space) {
  return "result " + shaped(type, shape, rank) + " in " + space + "\n";
}

std::string shaped_array(dtype type, std::int64_t const* shape, std::int64_t const* strides, int rank,
                         char const* space) try {
  return shaped(type, shape, rank) + " strides " + detail::shape_text(strides, rank) + " in " + space;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

std::string plan_text(kernels::signature_info const& info, kernels::loop_builder& loop, char const* space, bool device,
                      bool narrow) try {
  kernels::loop_view& v = loop.view;
  std::string text = "1 kernel in ";
  text += space;
  if (loop.size == 0) return "no kernel: the result is empty\n";
  std::int64_t const read = kernels::bytes_of(v, info.outputs, info.count), written = loop.size * info.written_bytes;
  bool const flat_at_once = loop.contiguous;
  v.rank = kernels::simplify(v);
  bool transposed = false;
  for (int k = info.outputs; k < info.count; ++k)
    for (int a = 1; a < v.rank; ++a)
      transposed = transposed || (v.kind[k] == kernels::access::element && v.stride(k, 0) != 0 && v.stride(k, 0) != 1 &&
                                  v.stride(k, a) == 1);
  bool const flat = flat_at_once || kernels::is_one_run(v);
  text += std::string(": ") +
          (flat                   ? "flat"
           : transposed && device ? "tiled"
                                  : "strided") +
          " form over " + std::to_string(v.rank == 0 ? 1 : v.rank) + (v.rank > 1 ? " axes" : " axis") + " of " +
          std::to_string(loop.size) + " elements, " + std::to_string(info.count - info.outputs) + " inputs" +
          (narrow ? ", integers of positions in 32 bits\n" : "\n");
  text += "reads " + std::to_string(read) + " bytes, writes " + std::to_string(written) + " bytes, 0 temporaries\n";
  return text;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

std::string stencil_plan_text(kernels::signature_info const& info, kernels::loop_builder& loop, char const* space,
                              int temporaries) try {
  if (loop.size == 0) return "no kernel: the result is empty\n";
  kernels::loop_view const& v = loop.view;
  int const inputs = info.count - info.outputs;
  std::string text = "1 kernel in ";
  text += space;
  text += ": stencil form over " + std::to_string(v.rank) + (v.rank > 1 ? " axes" : " axis") + " of " +
          std::to_string(loop.size) + " elements, " + std::to_string(inputs) + (inputs == 1 ? " input\n" : " inputs\n");
  text += "reads " + std::to_string(kernels::bytes_of(v, info.outputs, info.count)) + " bytes, writes " +
          std::to_string(loop.size * info.written_bytes) + " bytes, " + std::to_string(temporaries) +
          (temporaries == 1 ? " temporary" : " temporaries") + (temporaries > 0 ? ", evaluated first\n" : "\n");
  return text;
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

std::string scan_text(kernels::signature_info const& info, kernels::loop_builder& loop, std::uint32_t scanned,
                      char const* space) try {
  kernels::loop_view const& v = loop.view;
  if (loop.size == 0) return "no kernel: the result is empty\n";
  std::int64_t length = 1;
  for (int i = 0; i < v.rank; ++i)
    if ((scanned >> i & 1) != 0) length *= v.shape[i];
  std::int64_t const lines = loop.size / length;
  std::string const twice = length >> 20 != 0 ? ", which a GPU may read twice, by two kernels" : "";
  return std::string("1 kernel in ") + space + ": scan form over " + std::to_string(lines) +
         (lines == 1 ? " line of " : " lines of ") + std::to_string(length) + " elements, " +
         std::to_string(info.count - info.outputs) + " inputs" + twice + "\nreads " +
         std::to_string(kernels::bytes_of(v, info.outputs, info.count)) + " bytes, writes " +
         std::to_string(loop.size * info.written_bytes) + " bytes, 0 temporaries\n";
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

std::string rows_text(kernels::signature_info const& info, kernels::loop_builder& loop, char const* space) try {
  kernels::loop_view const& v = loop.view;
  if (loop.size == 0) return "no kernel: the result is empty\n";
  if (!kernels::fits_fft_rows(v)) return "";
  std::int64_t const length = v.shape[v.rank - 1], rows = loop.size / length;
  return std::string("1 kernel in ") + space + ": fft form over " + std::to_string(rows) +
         (rows == 1 ? " row of " : " rows of ") + std::to_string(length) + " elements, " +
         std::to_string(info.count - info.outputs) + " inputs\nreads " +
         std::to_string(kernels::bytes_of(v, info.outputs, info.count)) + " bytes, writes " +
         std::to_string(loop.size * info.written_bytes) + " bytes, 0 temporaries\n";
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::expr
