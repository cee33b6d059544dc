// Rolls as slices: a loop is cut where positions wrap around.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <fuse/kernels/tuning.hpp>
#include <vector>

#include "kernels/elementwise/cuda_parts.hpp"

namespace cp::kernels {

namespace {

/// Indices [begin, end) along an axis of a loop.
struct part {
  std::int64_t begin, end;
  std::int64_t length() const { return end - begin; }
};

/// What a loop's operands are in one part of it: room for the arrays that a view points to.
struct part_room {
  std::vector<std::int64_t> shape, strides;
  std::vector<void*> data;
  std::vector<std::int32_t> itemsize;
  std::vector<access> kind;
  loop_view view;

  part_room(loop_view const& v, std::vector<part> const& box)
      : shape(v.shape, v.shape + v.rank),
        strides(v.strides, v.strides + static_cast<std::ptrdiff_t>(v.count) * v.pitch),
        data(v.data, v.data + v.count),
        itemsize(v.itemsize, v.itemsize + v.count),
        kind(v.kind, v.kind + v.count),
        view(v) {
    view.shape = shape.data(), view.strides = strides.data(), view.data = data.data();
    view.itemsize = itemsize.data(), view.kind = kind.data();
    for (int a = 0; a < v.rank; ++a) {
      part const& p = box[static_cast<std::size_t>(a)];
      view.shape[a] = p.length();
      for (int c = 0; c < v.count; ++c)
        if (v.kind[c] != access::staying)
          view.data[c] = static_cast<char*>(view.data[c]) + p.begin * v.stride(c, a) * v.itemsize[c];
    }
  }
};

/// One input: the fields of its places that axes of the loop go along, by how many positions a step.
struct turned_axes {
  turned_input input;
  int operand;
  std::vector<std::int64_t> start;      // of each field
  std::vector<int> field;               // of each axis; -1 where it stands still
  std::vector<std::int64_t> positions;  // a step of each axis goes so many on
};

/// Finds which positions of an input axes of a loop go along: whether they do, forwards.
bool find_axes(loop_view const& v, turned_axes& t) {
  turned_input const& in = t.input;
  auto const place = static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(v.data[t.operand]));
  if (place < 0) return false;
  auto const bits = [&](int f) { return f > in.begin ? in.shift[f - 1] - in.shift[f] : 62 - in.shift[f]; };
  t.start.assign(static_cast<std::size_t>(in.axes), 0);
  for (int f = in.begin; f < in.axes; ++f)
    t.start[static_cast<std::size_t>(f)] = place >> in.shift[f] & ((std::int64_t{1} << bits(f)) - 1);
  t.field.assign(static_cast<std::size_t>(v.rank), -1);
  t.positions.assign(static_cast<std::size_t>(v.rank), 0);
  for (int a = 0; a < v.rank; ++a) {
    std::int64_t const step = v.stride(t.operand, a);
    if (step == 0 || v.shape[a] == 1) continue;
    if (step < 0) return false;
    int f = in.axes - 1;
    while (f > in.begin && step >> in.shift[f - 1] != 0) --f;
    std::int64_t const by = step >> in.shift[f];
    if (by << in.shift[f] != step) return false;
    t.field[static_cast<std::size_t>(a)] = f, t.positions[static_cast<std::size_t>(a)] = by;
  }
  return true;
}

/// Adds where positions wrap around to the cuts of axes: whether each field does so along one axis. Others may go along
/// the same field, if the one crosses all of them in a step and positions wrap around where it begins another.
bool cut(loop_view const& v, turned_axes const& t, std::vector<std::vector<std::int64_t>>& cuts) {
  for (int f = t.input.begin; f < t.input.axes; ++f) {
    if (t.input.first[f] == 0) continue;
    int outer = -1;
    for (int a = 0; a < v.rank; ++a)
      if (t.field[static_cast<std::size_t>(a)] == f &&
          (outer < 0 || t.positions[static_cast<std::size_t>(a)] > t.positions[static_cast<std::size_t>(outer)]))
        outer = a;
    if (outer < 0) continue;
    std::int64_t const by = t.positions[static_cast<std::size_t>(outer)], start = t.start[static_cast<std::size_t>(f)];
    std::int64_t reach = 0;
    for (int a = 0; a < v.rank; ++a)
      if (a != outer && t.field[static_cast<std::size_t>(a)] == f)
        reach += t.positions[static_cast<std::size_t>(a)] * (v.shape[a] - 1);
    if (reach > 0 && (start % by + reach >= by || t.input.first[f] % by != 0)) return false;
    std::int64_t const left = t.input.first[f] - (reach > 0 ? start / by * by : start),
                       at = left <= 0 ? 0 : (left - 1) / by + 1;
    if (at > 0 && at < v.shape[outer]) cuts[static_cast<std::size_t>(outer)].push_back(at);
  }
  return true;
}

/// Makes the input an array, of which a part of the loop that is not cut reads a slice.
void make_slice(turned_axes const& t, std::vector<part> const& box, part_room& room) {
  turned_input const& in = t.input;
  loop_view const& v = room.view;
  std::vector<std::int64_t> position = t.start;
  for (int a = 0; a < v.rank; ++a) {
    int const f = t.field[static_cast<std::size_t>(a)];
    v.stride(t.operand, a) = 0;
    if (f < 0) continue;
    position[static_cast<std::size_t>(f)] +=
        box[static_cast<std::size_t>(a)].begin * t.positions[static_cast<std::size_t>(a)];
    v.stride(t.operand, a) = t.positions[static_cast<std::size_t>(a)] * in.stride[f];
  }
  std::int64_t distance = 0;
  for (int f = in.begin; f < in.axes; ++f) {
    std::int64_t const i = position[static_cast<std::size_t>(f)];
    distance += (i < in.first[f] ? i - in.first[f] + in.extent[f] : i - in.first[f]) * in.stride[f];
  }
  room.itemsize[static_cast<std::size_t>(t.operand)] = in.itemsize;
  room.kind[static_cast<std::size_t>(t.operand)] = access::element;
  v.data[t.operand] = const_cast<char*>(static_cast<char const*>(in.data)) + distance * in.itemsize;
}

}  // namespace

bool start_turned(cuda_kernels& k, signature_info const& info, loop_builder const& loop, char const* name) {
  loop_view const& v = loop.view;
  if (loop.size < tuning::turned_least) return false;
  std::vector<turned_axes> inputs;
  std::vector<std::vector<std::int64_t>> cuts(static_cast<std::size_t>(v.rank));
  for (int c = info.outputs; c < info.count; ++c) {
    if (k.turned[c] == nullptr) continue;
    turned_axes t;
    t.operand = c;
    k.turned[c](loop.scalars, t.input);
    if (!find_axes(v, t) || !cut(v, t, cuts)) return false;
    inputs.push_back(std::move(t));
  }
  // The longest part of each axis.
  std::vector<std::vector<part>> parts(static_cast<std::size_t>(v.rank));
  std::vector<part> box(static_cast<std::size_t>(v.rank));
  std::int64_t most = 1;
  for (int a = 0; a < v.rank; ++a) {
    std::vector<std::int64_t>& at = cuts[static_cast<std::size_t>(a)];
    at.push_back(v.shape[a]);
    std::sort(at.begin(), at.end());
    std::int64_t begin = 0;
    for (std::int64_t end : at)
      if (end > begin) parts[static_cast<std::size_t>(a)].push_back({begin, end}), begin = end;
    box[static_cast<std::size_t>(a)] =
        *std::max_element(parts[static_cast<std::size_t>(a)].begin(), parts[static_cast<std::size_t>(a)].end(),
                          [](part const& x, part const& y) { return x.length() < y.length(); });
    most *= box[static_cast<std::size_t>(a)].length();
  }
  if (most < loop.size / 10 * 9) return false;

  part_room plain(v, box);
  for (turned_axes const& t : inputs) make_slice(t, box, plain);
  signature_info plain_info = info;
  plain_info.itemsize = plain.itemsize.data(), plain_info.kind = plain.kind.data();
  start_parts(*k.plain, plain_info, plain.view, loop.scalars, name);
  // Around it: what lies beside it along an axis is all of those behind that one.
  std::vector<part> frame = box;
  for (int a = v.rank; a-- > 0;) {
    for (part const& p : parts[static_cast<std::size_t>(a)]) {
      if (p.begin == box[static_cast<std::size_t>(a)].begin) continue;
      frame[static_cast<std::size_t>(a)] = p;
      part_room room(v, frame);
      start_parts(k, info, room.view, loop.scalars, name);
    }
    frame[static_cast<std::size_t>(a)] = {0, v.shape[a]};
  }
  return true;
}

}  // namespace cp::kernels
