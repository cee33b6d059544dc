// Where loops over moved elements are cut, and what their boxes are.
#include "host_boxes.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

#include "kernels/host_gather.hpp"
#include "kernels/parts.hpp"
#include "kernels/recording.hpp"

namespace cp::kernels::boxes {

namespace {

/// Elements of a box, on average: of fewer it costs more than it gains.
constexpr std::int64_t least_box = 512, most_boxes = 64;
/// Elements of a band: its boxes have lines of the cache in common.
constexpr std::int64_t band_elements = 65536;
/// Rows of what is outside of the sources are stored where they are no longer.
constexpr std::int64_t short_row = 512;

std::int64_t position(program::moved_fields const& f, std::int64_t place, int field) {
  if (field < f.begin) return 0;
  std::int64_t const i = place >> f.shift[field];
  return field > f.begin ? i & ((std::int64_t{1} << (f.shift[field - 1] - f.shift[field])) - 1) : i;
}
std::int64_t first_place(loop_view const& v, int operand) {
  return static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(v.data[operand]));
}
/// The field that places `step` apart differ in: the first one that has such steps.
int field_of(program::moved_fields const& f, std::int64_t step) {
  for (int k = f.begin; k + 1 < f.axes; ++k)
    if (step >> f.shift[k] << f.shift[k] == step) return k;
  return f.axes - 1;
}
/// Where a place is in the source, in elements; whether it is.
bool locate(program::moved_fields const& f, std::int64_t place, std::int64_t& distance) {
  distance = 0;
  for (int k = f.begin; k < f.axes; ++k) {
    std::int64_t const j = f.at(position(f, place, k), f.first[k], f.extent[k]);
    if (j < 0) return false;
    distance += j * f.stride[k];
  }
  return true;
}

}  // namespace

cuts::cuts(loop_view const& v, unsigned char const* scalars) : view_(v), scalars_(scalars) {
  bool any = false;
  for (int k = v.outputs; k < v.count; ++k) {
    if (v.kind[k] != access::computed || v.computed[k].fields == nullptr) continue;
    int before[max_axes];
    std::copy_n(count_, v.rank, before);
    moved_[k] = add_of(k);
    if (!moved_[k]) std::copy_n(before, v.rank, count_);
    any = any || moved_[k];
  }
  if (!any) return;
  std::int64_t elements = 1, boxes = 1;
  int inner = -1;
  for (int a = 0; a < v.rank; ++a) {
    std::sort(at_[a], at_[a] + count_[a]);
    elements *= v.shape[a];
    if (boxes <= most_boxes) boxes *= count_[a] + 1;
    if (v.shape[a] > 1 && (inner < 0 || std::abs(v.stride(0, a)) <= std::abs(v.stride(0, inner)))) inner = a;
  }
  if (elements == 0 || inner < 0) return;
  worth_ = boxes <= most_boxes && elements >= boxes * least_box;
  // Bands lie along the results' outermost axis.
  for (int a = 0; a < v.rank; ++a)
    if (a != inner && v.shape[a] > 1 && (band_ < 0 || std::abs(v.stride(0, a)) > std::abs(v.stride(0, band_))))
      band_ = a;
  if (band_ >= 0) band_rows_ = std::max<std::int64_t>(1, band_elements / (elements / v.shape[band_]));
}

bool cuts::add_of(int k) {
  computing const& how = view_.computed[k];
  program::moved_fields f;
  int sources = 1;
  for (int which = 0; which < sources; ++which) {
    sources = how.fields(scalars_ + how.offset, which, f);
    for (int field = f.begin; field < f.axes; ++field)
      if (!add_of_field(f, field, k)) return false;
  }
  return true;
}

/// The cuts of one axis of a source, of which several of the loop's may be a part.
bool cuts::add_of_field(program::moved_fields const& f, int field, int k) {
  loop_view const& v = view_;
  std::int64_t const start = first_place(v, k);
  std::int64_t low = position(f, start, field), high = low, widest = 0;
  int along = -1;
  for (int a = 0; a < v.rank; ++a) {
    std::int64_t const step = v.stride(k, a);
    if (v.shape[a] <= 1 || step == 0 || field_of(f, step) != field) continue;
    std::int64_t const by = step >> f.shift[field], way = by * (v.shape[a] - 1);
    (way < 0 ? low : high) += way;
    if (std::abs(by) > widest) widest = std::abs(by), along = a;
  }
  std::int64_t const size =
      field > f.begin ? std::int64_t{1} << (f.shift[field - 1] - f.shift[field]) : std::int64_t{1} << 62;
  if (low < 0 || high >= size) return false;
  if (along < 0) return true;
  std::int64_t const n = v.shape[along], rest = high - low - widest * (n - 1);  // what other axes add
  bool const down = v.stride(k, along) < 0;
  for (std::int64_t at = low;;) {
    std::int64_t const run = std::max<std::int64_t>(1, f.run(at, f.first[field], f.extent[field]));
    if (run > high - at) return true;
    at += run;
    // The first place along the axis that lies behind the cut; the one before lies before it as a whole.
    std::int64_t const t = (at - low + widest - 1) / widest;
    if (low + widest * (t - 1) + rest >= at || t >= n || !add(along, down ? n - t : t)) return false;
  }
}

bool cuts::add(int axis, std::int64_t at) {
  std::int64_t* const end = at_[axis] + count_[axis];
  if (std::find(at_[axis], end, at) != end) return true;
  if (count_[axis] == most) return false;
  *end = at;
  ++count_[axis];
  return true;
}

void cuts::run_box(std::int64_t const* from, std::int64_t const* extents, void (*run)(void const*, loop_view const&),
                   void const* context) const {
  stored_loop<max_operands> loop(view_);
  loop_view v = loop.view();
  std::copy_n(extents, v.rank, v.shape);
  bool outside[max_operands] = {};
  std::int64_t bytes = 0;
  for (int k = 0; k < v.count; ++k) {
    if (v.kind[k] == access::staying) continue;
    std::int64_t offset = 0;
    for (int a = 0; a < v.rank; ++a) offset += from[a] * v.stride(k, a);
    if (v.kind[k] != access::computed) {
      v.data[k] = static_cast<char*>(v.data[k]) + offset * v.itemsize[k];
      continue;
    }
    std::int64_t const place = first_place(v, k) + offset;
    v.data[k] = reinterpret_cast<void*>(static_cast<std::intptr_t>(place));
    if (!moved_[k]) continue;
    computing const& how = v.computed[k];
    loop.kind[k] = access::element;
    loop.itemsize[k] = how.itemsize;
    program::moved_fields f;
    std::int64_t distance = 0, next = 0;
    bool inside = false;
    for (int which = 0, sources = 1; which < sources && !inside; ++which) {
      sources = how.fields(scalars_ + how.offset, which, f);
      inside = locate(f, place, distance);
    }
    for (int a = 0; a < v.rank; ++a) {
      std::int64_t& step = v.stride(k, a);
      if (inside && extents[a] > 1 && step != 0) locate(f, place + step, next);
      step = inside && extents[a] > 1 && step != 0 ? next - distance : 0;
    }
    outside[k] = !inside;
    bytes += inside ? 0 : short_row * how.itemsize;
    v.data[k] =
        inside ? static_cast<char*>(const_cast<void*>(f.data)) + distance * how.itemsize : const_cast<void*>(f.outside);
  }
  v.rank = loop.rank = simplify(v);
  // A short row of what is outside lies there as others do.
  std::unique_ptr<unsigned char[]> rows;
  if (bytes > 0 && v.rank > 0 && v.shape[0] <= short_row) {
    rows = std::make_unique_for_overwrite<unsigned char[]>(static_cast<std::size_t>(bytes));
    unsigned char* to = rows.get();
    for (int k = 0; k < v.count; ++k) {
      if (!outside[k]) continue;
      gather_run(to, v.data[k], 0, v.shape[0], v.itemsize[k]);
      v.data[k] = to;
      v.stride(k, 0) = 1;
      to += short_row * v.itemsize[k];
    }
  }
  run(context, v);
}

/// The boxes of some places along the axis of bands, between two cuts.
void cuts::run_band(std::int64_t first, std::int64_t rows, void (*run)(void const*, loop_view const&),
                    void const* context) const {
  int part[max_axes] = {};
  std::int64_t from[max_axes], extents[max_axes];
  for (;;) {
    for (int a = 0; a < view_.rank; ++a) {
      from[a] = a == band_ ? first : begin_of(a, part[a]);
      extents[a] = a == band_ ? rows : end_of(a, part[a]) - from[a];
    }
    run_box(from, extents, run, context);
    int a = view_.rank - 1;
    for (; a >= 0; --a) {
      if (a == band_) continue;
      if (++part[a] <= count_[a]) break;
      part[a] = 0;
    }
    if (a < 0) return;
  }
}

void cuts::each_box(std::int64_t ns, void (*run)(void const*, loop_view const&), void const* context) const {
  if (band_ < 0) return run_band(0, 1, run, context);
  struct band {
    std::int64_t first, rows;
  };
  std::vector<band> bands;
  for (int i = 0; i <= count_[band_]; ++i)
    for (std::int64_t at = begin_of(band_, i), end = end_of(band_, i); at < end; at += band_rows_)
      bands.push_back({at, std::min(band_rows_, end - at)});
  auto const some = [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t b = begin; b < end; ++b)
      run_band(bands[static_cast<std::size_t>(b)].first, bands[static_cast<std::size_t>(b)].rows, run, context);
  };
  if (bands.size() == 1)
    some(0, 1);
  else
    in_parts(static_cast<std::int64_t>(bands.size()), 1, ns, some);
}

}  // namespace cp::kernels::boxes
