// Running a stencil on the host: rows away from the edges go to the kernel as they lie, many a call; what is left of
// them, beside the edges, is copied with its neighbours into buffers, pieces of many rows one behind the other. (Long:
// one form.)
#include <algorithm>
#include <cstring>
#include <fuse/kernels/limits.hpp>
#include <fuse/kernels/stencil/host_stencil.hpp>
#include <fuse/runtime/launch.hpp>
#include <memory>
#include <new>
#include <numeric>

#include "kernels/host_gather.hpp"
#include "kernels/parts.hpp"
#include "kernels/recording.hpp"

namespace cp::kernels {

namespace {

constexpr int max_pointers = 256;

/// A loop with everything a thread needs to run any part of it. Axes are in C order, the last one runs along lines.
struct job {
  host_stencil_kernel kernel;
  int cost;
  loop_view view;
  std::uint32_t const* open;
  unsigned char const* scalars;

  stencil_input const& input(int k) const { return kernel.input[k - view.outputs]; }
  bool is_stencil(int k) const { return k >= view.outputs && input(k).rank > 0; }
};

/// Where the neighbours of all elements exist, and how wide what lies beside is.
struct layout {
  std::int64_t low[max_axes], high[max_axes];  ///< along each axis, places from `low` up to `high`
  std::int64_t left = 0, right = 0;            ///< cells that a piece of a line needs before and behind it
  std::int64_t columns, rows, block;           ///< elements of a line; lines; elements of a line that one part takes
  bool direct = true;                          ///< lines can be used as they lie
  bool far;                                    ///< they come from memory
  int along = -1;  ///< no neighbour lies along the axes behind this one, and all runs on through it: -1: no axis
  std::int64_t inner = 1;  ///< elements of one place along it

  /// Lines of one place along it.
  std::int64_t lines() const { return inner / columns; }
};

/// Whether a place of axis `a` and the next one lie one behind the other, for every operand.
bool runs_on(job const& j, int a) {
  loop_view const& v = j.view;
  for (int k = 0; k < v.count; ++k)
    if (v.kind[k] == access::element && v.stride(k, a) != v.stride(k, a + 1) * v.shape[a + 1]) return false;
  return true;
}
/// Whether a neighbour lies along an axis.
bool is_crossed(job const& j, int axis) {
  for (int k = 0; k < j.view.count; ++k) {
    if (!j.is_stencil(k)) continue;
    stencil_input const& s = j.input(k);
    int const own = axis - (j.view.rank - s.rank);
    if (own >= 0 && (s.low[own] != 0 || s.high[own] != 0)) return true;
  }
  return false;
}

layout layout_of(job const& j) {
  layout p;
  loop_view const& v = j.view;
  int const x = v.rank - 1;
  for (int a = 0; a < v.rank; ++a) p.low[a] = 0, p.high[a] = v.shape[a];
  for (int k = 0; k < v.count; ++k) {
    if (v.kind[k] == access::computed || (v.kind[k] == access::element && v.stride(k, x) != 1)) p.direct = false;
    if (!j.is_stencil(k)) continue;
    stencil_input const& s = j.input(k);
    p.left = std::max<std::int64_t>(p.left, s.low[s.rank - 1]);
    p.right = std::max<std::int64_t>(p.right, s.high[s.rank - 1]);
    for (int a = 0; a < s.rank; ++a) {
      int const axis = v.rank - s.rank + a;
      if (j.open[k] >> axis & 1) continue;
      p.low[axis] = std::max<std::int64_t>(p.low[axis], s.low[a]);
      p.high[axis] = std::min<std::int64_t>(p.high[axis], v.shape[axis] - s.high[a]);
    }
  }
  p.far = is_far(v);
  p.columns = v.shape[x];
  p.rows = 1;
  for (int a = 0; a < x; ++a) p.rows *= v.shape[a];
  p.block = p.columns > 32768 ? 16384 : p.columns;
  // Short lines that no neighbour lies along (the colours of a pixel) are one long line together.
  if (p.direct && p.columns < 512) {
    p.inner = p.columns;
    for (int a = x; a > 0 && !is_crossed(j, a) && runs_on(j, a - 1); --a) {
      p.along = a - 1;
      if (a < x) p.inner *= v.shape[a];
    }
  }
  return p;
}

/// A line of results: its place along all axes but the last.
struct place {
  std::int64_t index[max_axes];

  place(loop_view const& v, std::int64_t row) {
    for (int a = v.rank - 2; a >= 0; --a) {
      index[a] = row % v.shape[a];
      row /= v.shape[a];
    }
  }
  std::int64_t offset(loop_view const& v, int k) const {
    std::int64_t sum = 0;
    for (int a = 0; a + 1 < v.rank; ++a) sum += index[a] * v.stride(k, a);
    return sum;
  }
};

/// The element at column 0 of line `l` of a stencil's input beside the line of results at a place; null where a
/// constant lies.
char* line_at(job const& j, int k, int l, place const& at) {
  loop_view const& v = j.view;
  stencil_input const& s = j.input(k);
  std::int8_t const* const line = s.line + l * s.rank;
  std::int64_t offset = 0;
  for (int a = 0; a + 1 < v.rank; ++a) {
    int const own = a - (v.rank - s.rank);
    std::int64_t i = at.index[a];
    if (own >= 0 && line[own] != 0) {
      i += line[own];
      if (!(j.open[k] >> a & 1)) i = resolve(s.edge, i, v.shape[a]);
      if (s.edge == program::edge::constant && i < 0) return nullptr;
    }
    offset += i * v.stride(k, a);
  }
  return static_cast<char*>(v.data[k]) + offset * v.itemsize[k];
}

/// Cells of lines that stand at the columns [first, first + n), found once for many lines.
struct cells {
  static constexpr std::int64_t most = 96, none = -1000;
  std::int64_t column[most];  ///< where each cell's element is; none: a constant

  cells(job const& j, int k, std::int64_t first, std::int64_t n) {
    loop_view const& v = j.view;
    stencil_input const& s = j.input(k);
    std::int64_t const columns = v.shape[v.rank - 1], low = s.low[s.rank - 1], high = s.high[s.rank - 1];
    bool const open = (j.open[k] >> (v.rank - 1) & 1) != 0;
    for (std::int64_t c = 0; c < n; ++c) {
      // An open line goes on as far as the offsets do.
      std::int64_t const i =
          open ? std::clamp(first + c, -low, columns - 1 + high) : resolve(s.edge, first + c, columns);
      column[c] = !open && i < 0 ? none : i;
    }
  }
};

/// `n` cells of each of `lines` lines, the first of which has its column 0 at `from` (null: all are constants), into
/// `to`.
template <class T>
void copy_cells(cells const& c, void* to, char const* from, std::int64_t step, std::int64_t n, std::int64_t line_step,
                std::int64_t lines, void const* outside) {
  T* t = static_cast<T*>(to);
  T constant;
  std::memcpy(&constant, outside, sizeof constant);
  for (std::int64_t i = 0; i < lines; ++i, t += n) {
    T const* const f = reinterpret_cast<T const*>(from == nullptr ? nullptr : from + i * line_step);
    for (std::int64_t k = 0; k < n; ++k)
      t[k] = f == nullptr || c.column[k] == cells::none ? constant : f[c.column[k] * step];
  }
}
void copy_cells(cells const& c, void* to, char const* from, std::int64_t step, std::int64_t n, std::int64_t line_step,
                std::int64_t lines, void const* outside, std::int64_t size) {
  if (with_type_of(size, [&]<class T>(T) { copy_cells<T>(c, to, from, step, n, line_step, lines, outside); })) return;
  char* t = static_cast<char*>(to);
  for (std::int64_t i = 0; i < lines; ++i)
    for (std::int64_t k = 0; k < n; ++k, t += size)
      std::memcpy(
          t, from == nullptr || c.column[k] == cells::none ? outside : from + i * line_step + c.column[k] * step * size,
          static_cast<std::size_t>(size));
}

/// Elements of lines with the last one of each `more` times again.
template <class T>
void copy_elements(void* to, char const* from, std::int64_t step, std::int64_t n, std::int64_t more,
                   std::int64_t line_step, std::int64_t lines) {
  T* t = static_cast<T*>(to);
  for (std::int64_t i = 0; i < lines; ++i) {
    T const* const f = reinterpret_cast<T const*>(from + i * line_step);
    for (std::int64_t k = 0; k < n; ++k) *t++ = f[k * step];
    for (std::int64_t k = 0; k < more; ++k) *t++ = f[(n - 1) * step];
  }
}
void copy_elements(void* to, char const* from, std::int64_t step, std::int64_t n, std::int64_t more,
                   std::int64_t line_step, std::int64_t lines, std::int64_t size) {
  if (with_type_of(size, [&]<class T>(T) { copy_elements<T>(to, from, step, n, more, line_step, lines); })) return;
  char* t = static_cast<char*>(to);
  for (std::int64_t i = 0; i < lines; ++i)
    for (std::int64_t k = 0; k < n + more; ++k, t += size)
      std::memcpy(t, from + i * line_step + std::min(k, n - 1) * step * size, static_cast<std::size_t>(size));
}

/// Pieces of lines in buffers, evaluated together.
class pieces {
 public:
  pieces(job const& j, layout const& p) : job_(j), layout_(p) {
    loop_view const& v = j.view;
    halo_ = p.left + p.right;
    std::int64_t bytes = 0;
    for (int k = 0; k < v.count; ++k) bytes += size_of(k) * (k < v.outputs ? 1 : j.input(k).lines);
    capacity_ = std::clamp<std::int64_t>(
        (static_cast<std::int64_t>(sizeof stack_) / bytes) - halo_ - 2 * j.kernel.whole - 128, 64, 512);
    auto const room = [&](int k) { return ((capacity_ + halo_ + j.kernel.whole) * size_of(k) + 63) / 64 * 64 + 64; };
    std::int64_t total = 64;
    for (int k = 0; k < v.count; ++k) total += room(k) * (k < v.outputs ? 1 : j.input(k).lines);
    unsigned char* to = stack_;
    if (total > static_cast<std::int64_t>(sizeof stack_)) {
      heap_ = std::make_unique_for_overwrite<unsigned char[]>(static_cast<std::size_t>(total));
      to = heap_.get() + (64 - reinterpret_cast<std::uintptr_t>(heap_.get()) % 64);
    }
    int at = 0;
    for (int k = 0; k < v.count; ++k)
      for (int l = 0; l < (k < v.outputs ? 1 : j.input(k).lines); ++l, ++at) {
        buffer_[at] = reinterpret_cast<char*>(to);
        data_[at] =
            v.kind[k] == access::staying ? v.data[k] : buffer_[at] + (j.is_stencil(k) ? p.left * size_of(k) : 0);
        to += room(k);
      }
  }

  /// Adds columns [first, last) of `lines` lines, whose neighbours lie alike, from the one at a place on.
  void add(place at, std::int64_t lines, std::int64_t first, std::int64_t last) {
    int const y = job_.view.rank - 2;
    while (lines > 0 && first < last) {
      std::int64_t const n = std::min(last - first, capacity_);
      if (used_ + n > capacity_ || count_ == max_pieces) flush();
      // All that fit; a line that is longer goes in pieces.
      std::int64_t const together = n < last - first ? 1 : std::min(lines, (capacity_ - used_ + halo_) / (n + halo_));
      if (n < last - first) {
        for (std::int64_t c = first; c < last; c += n) {
          if (used_ > 0) flush();
          add_piece(at, 1, c, std::min(n, last - c));
        }
      } else {
        add_piece(at, together, first, n);
      }
      lines -= together;
      if (y >= 0) at.index[y] += together;
    }
  }

  void flush() {
    if (count_ == 0) return;
    loop_view const& v = job_.view;
    std::int64_t const n = used_ - halo_, whole = (n + job_.kernel.whole - 1) / job_.kernel.whole * job_.kernel.whole;
    if (whole > n) fill_up(whole - n);
    job_.kernel.chunk(data_, job_.scalars, whole, {1, nullptr, -1});
    for (int i = 0; i < count_; ++i) {
      piece const& p = piece_[i];
      for (int k = 0; k < v.outputs; ++k) {
        std::int64_t const step = v.stride(k, v.rank - 1), down = v.rank > 1 ? v.stride(k, v.rank - 2) : 0;
        char* to = p.to[k];
        char const* from = buffer_[k] + p.begin * size_of(k);
        for (std::int64_t line = 0; line < p.lines;
             ++line, to += down * size_of(k), from += (p.count + halo_) * size_of(k))
          scatter_run(to, from, step, p.count, v.itemsize[k]);
      }
    }
    used_ = count_ = 0;
  }

 private:
  static constexpr int max_pieces = 32;
  struct piece {
    std::int64_t lines, count, begin;
    char* to[max_operands];
  };

  std::int64_t size_of(int k) const { return source_of(job_.view, job_.scalars, k).buffered_itemsize(); }

  void add_piece(place const& at, std::int64_t lines, std::int64_t first, std::int64_t n) {
    loop_view const& v = job_.view;
    int const x = v.rank - 1;
    piece& p = piece_[count_++];
    p.lines = lines, p.count = n, p.begin = used_;
    for (int k = 0; k < v.outputs; ++k)
      p.to[k] = static_cast<char*>(v.data[k]) + (at.offset(v, k) + first * v.stride(k, x)) * size_of(k);
    int pointer = v.outputs;
    for (int k = v.outputs; k < v.count; ++k) {
      std::int64_t const size = size_of(k), step = v.stride(k, x), down = v.rank > 1 ? v.stride(k, x - 1) : 0;
      if (job_.is_stencil(k)) {
        add_stencil(at, lines, first, n, k, pointer);
        pointer += job_.input(k).lines;
        continue;
      }
      char* const to = buffer_[pointer++] + used_ * size;
      std::int64_t const offset = at.offset(v, k) + first * step;
      if (v.kind[k] == access::computed) {
        for (std::int64_t line = 0; line < lines; ++line)
          fill_line(to + line * (n + halo_) * size, source_of(v, job_.scalars, k), offset + line * down, step, n);
      } else if (v.kind[k] != access::staying) {
        // Between pieces the kernel computes what nobody reads, from values that are there.
        copy_elements(to, static_cast<char*>(v.data[k]) + offset * size, step, n, halo_, down * size, lines, size);
      }
    }
    used_ += lines * (n + halo_);
  }

  /// Computes a line's elements, and for what lies behind them the last one again.
  void fill_line(char* to, source const& s, std::int64_t offset, std::int64_t step, std::int64_t n) {
    gather_operand(to, s, offset, step, n);
    gather_operand(to + n * s.buffered_itemsize(), s, offset + (n - 1) * step, 0, halo_);
  }

  void add_stencil(place const& at, std::int64_t lines, std::int64_t first, std::int64_t n, int k, int pointer) {
    loop_view const& v = job_.view;
    int const x = v.rank - 1;
    std::int64_t const size = size_of(k), step = v.stride(k, x), down = v.rank > 1 ? v.stride(k, x - 1) * size : 0;
    std::int64_t const begin = first - layout_.left, width = n + halo_;
    void const* const outside = job_.scalars + job_.input(k).outside;
    // Of a long piece only the cells at its ends need a look.
    bool const is_short = width <= cells::most;
    std::int64_t const head = is_short ? width : layout_.left, tail = is_short ? 0 : layout_.right;
    cells const c(job_, k, begin, head), d(job_, k, begin + width - tail, tail);
    for (int l = 0; l < job_.input(k).lines; ++l) {
      char* const line = line_at(job_, k, l, at);
      char* const to = buffer_[pointer + l] + used_ * size;
      if (is_short) {
        copy_cells(c, to, line, step, width, down, lines, outside, size);
        continue;
      }
      for (std::int64_t i = 0; i < lines; ++i) {
        char* const t = to + i * width * size;
        char const* const f = line == nullptr ? nullptr : line + i * down;
        copy_cells(c, t, f, step, head, 0, 1, outside, size);
        std::int64_t const middle = width - head - tail;
        if (f == nullptr)
          for (std::int64_t m = 0; m < middle; ++m)
            std::memcpy(t + (head + m) * size, outside, static_cast<std::size_t>(size));
        else
          gather_run(t + head * size, f + (begin + head) * step * size, step, middle, v.itemsize[k]);
        copy_cells(d, t + (width - tail) * size, f, step, tail, 0, 1, outside, size);
      }
    }
  }

  static void repeat_last(char* to, std::int64_t size, std::int64_t n) {
    for (std::int64_t i = 0; i < n; ++i) std::memcpy(to + i * size, to - size, static_cast<std::size_t>(size));
  }
  void fill_up(std::int64_t n) {
    loop_view const& v = job_.view;
    int pointer = v.outputs;
    for (int k = v.outputs; k < v.count; ++k)
      for (int l = 0; l < job_.input(k).lines; ++l, ++pointer)
        if (v.kind[k] != access::staying) repeat_last(buffer_[pointer] + used_ * size_of(k), size_of(k), n);
  }

  job const& job_;
  layout const& layout_;
  std::int64_t halo_, capacity_, used_ = 0;
  int count_ = 0;
  void* data_[max_pointers];
  char* buffer_[max_pointers];
  piece piece_[max_pieces];
  std::unique_ptr<unsigned char[]> heap_;
  alignas(64) unsigned char stack_[32768];
};

/// Lines [first, last) of a block of columns, in order.
class part {
 public:
  part(job const& j, layout const& p, std::int64_t block) : job_(j), layout_(p), pieces_(j, p) {
    loop_view const& v = j.view;
    int const x = v.rank - 1;
    begin_ = block * p.block;
    end_ = std::min(begin_ + p.block, p.columns);
    from_ = std::max(begin_, p.low[x]);
    to_ = from_ + (std::min(end_, p.high[x]) - from_) / j.kernel.whole * j.kernel.whole;
    if (!p.direct || to_ - from_ < 8) from_ = to_ = begin_;
    for (int k = 0, pointer = 0; k < v.count; ++k) {
      std::int64_t const step =
          v.rank < 2 || v.kind[k] == access::staying ? 0 : v.stride(k, v.rank - 2) * v.itemsize[k];
      for (int l = 0; l < (k < v.outputs ? 1 : j.input(k).lines); ++l) step_[pointer++] = step;
    }
  }

  void run(std::int64_t first, std::int64_t last) {
    loop_view const& v = job_.view;
    int const y = v.rank - 2;
    for (std::int64_t row = first; row < last;) {
      place at(v, row);
      if (std::int64_t const n = run_together(at, last - row); n > 0) {
        row += n;
        continue;
      }
      bool inside = true;
      for (int a = 0; a < y; ++a) inside = inside && at.index[a] >= layout_.low[a] && at.index[a] < layout_.high[a];
      std::int64_t n = 1;
      if (y >= 0) {
        std::int64_t const i = at.index[y];
        inside = inside && i >= layout_.low[y] && i < layout_.high[y];
        // Few enough lines that what is beside the edges is still in the cache afterwards.
        if (inside) n = std::min({last - row, layout_.high[y] - i, std::int64_t{64}});
      }
      run_lines(at, n);
      row += n;
    }
    pieces_.flush();
  }

 private:
  /// Evaluates lines that are one long line from a place on, whole vectors of it; how many.
  std::int64_t run_together(place const& at, std::int64_t lines) {
    if (layout_.along < 0) return 0;
    int const y = layout_.along, x = job_.view.rank - 1;
    if (at.index[y] < layout_.low[y] || at.index[y] >= layout_.high[y]) return 0;
    for (int a = y + 1; a < x; ++a)
      if (at.index[a] != 0) return 0;
    std::int64_t const whole = job_.kernel.whole / std::gcd(layout_.inner, job_.kernel.whole);
    std::int64_t const n =
        std::min({lines / layout_.lines(), layout_.high[y] - at.index[y], 16384 / layout_.inner + whole}) / whole *
        whole;
    if (n * layout_.inner < 64 || !point(at, 0)) return 0;
    job_.kernel.chunk(data_, job_.scalars, n * layout_.inner, {1, nullptr, -1, layout_.far});
    return n * layout_.lines();
  }
  /// `n` lines whose neighbours lie alike.
  void run_lines(place const& at, std::int64_t n) {
    bool const direct = to_ > from_ && point(at, from_);
    if (direct) job_.kernel.chunk(data_, job_.scalars, to_ - from_, {n, step_, -1, layout_.far});
    if (direct && from_ == begin_ && to_ == end_) return;
    pieces_.add(at, n, begin_, direct ? from_ : end_);
    if (direct) pieces_.add(at, n, to_, end_);
  }
  /// Where the kernel finds the line at a place and its neighbours, from a column on; not possible where a constant
  /// lies beside it.
  bool point(place const& at, std::int64_t from) {
    loop_view const& v = job_.view;
    int pointer = 0;
    for (int k = 0; k < v.count; ++k) {
      if (job_.is_stencil(k)) {
        for (int l = 0; l < job_.input(k).lines; ++l) {
          char* const line = line_at(job_, k, l, at);
          if (line == nullptr) return false;
          data_[pointer++] = line + from * v.itemsize[k];
        }
      } else {
        data_[pointer++] = v.kind[k] == access::staying
                               ? v.data[k]
                               : static_cast<char*>(v.data[k]) + (at.offset(v, k) + from) * v.itemsize[k];
      }
    }
    return true;
  }

  job const& job_;
  layout const& layout_;
  pieces pieces_;
  std::int64_t begin_, end_;  ///< the block's columns
  std::int64_t from_, to_;    ///< those of them that are used as they lie
  void* data_[max_pointers];
  std::int64_t step_[max_pointers];
};

void run_now(job const& j) {
  layout const p = layout_of(j);
  std::int64_t const blocks = (p.columns + p.block - 1) / p.block;
  in_parts(blocks * p.rows, 1, time_of(p.columns * p.rows, j.cost), [&](std::int64_t begin, std::int64_t end) {
    while (begin < end) {
      std::int64_t const block = begin / p.rows, first = begin % p.rows, n = std::min(end - begin, p.rows - first);
      part(j, p, block).run(first, first + n);
      begin += n;
    }
  });
}

/// A job for later.
struct recorded {
  host_stencil_kernel kernel;
  int cost;
  stored_loop<max_operands> loop;
  std::uint32_t open[max_operands];
};
void run_later(recorded const& r, unsigned char const* scalars) {
  run_now(job{r.kernel, r.cost, r.loop.view(), r.open, scalars});
}

}  // namespace

void host_stencil_start(host_stencil_kernel kernel, signature_info const& info, loop_builder& loop,
                        std::uint32_t const* open) try {
  runtime::count_launch(bytes_of(loop.view, info.outputs, info.count), loop.size * info.written_bytes);
  job const j{kernel, info.host_cost, loop.view, open, loop.scalars};
  if (!runtime::is_capturing()) return run_now(j);
  recorded r{kernel, info.host_cost, stored_loop<max_operands>(loop.view), {}};
  std::copy_n(open, loop.view.count, r.open);
  record_job<run_later>(r, loop.scalars, info.bytes);
} catch (std::bad_alloc const&) {
  runtime::throw_out_of_bookkeeping(0);
}

}  // namespace cp::kernels
