// Lazy draws: arrays of random numbers that are computed where they are read. Element i of a draw is a function of its
// generator's key, its stream and its place alone.
#pragma once

#include <cstdint>
#include <fuse/expr/node.hpp>
#include <fuse/random/math.hpp>
#include <fuse/random/words.hpp>
#include <type_traits>

namespace cp::random::detail {

FUSE_HD std::uint64_t joined(std::uint32_t low, std::uint32_t high) { return low | std::uint64_t{high} << 32; }
FUSE_HD std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
#if defined(__CUDA_ARCH__)
  return __umul64hi(a, b);
#else
  return static_cast<std::uint64_t>(static_cast<unsigned __int128>(a) * b >> 64);
#endif
}

// -- from words to numbers: NumPy's conversions, and two that leave out the ends --------------------------------------

/// [0, 1): multiples of 2^-24 and 2^-53, as NumPy's.
FUSE_HD float unit_of(std::uint32_t w) { return static_cast<float>(w >> 8) * 5.9604644775390625e-08f; }
FUSE_HD double unit_of(std::uint64_t w) { return static_cast<double>(w >> 11) * 1.1102230246251565e-16; }
/// (0, 1], fine near 0: what a logarithm is taken of.
FUSE_HD float open_unit_of(std::uint32_t w) {
  return fma(static_cast<float>(w), 2.3283064365386963e-10f, 1.1641532182693481e-10f);
}
FUSE_HD double open_unit_of(std::uint64_t w) {
  return fma(static_cast<double>(w >> 11), 1.1102230246251565e-16, 5.551115123125783e-17);
}
/// (0, 1): odd multiples of 2^-24 and 2^-53; symmetric about 1/2, and 1 - u is exact.
FUSE_HD float centred_unit_of(std::uint32_t w) { return static_cast<float>(w >> 8 | 1u) * 5.9604644775390625e-08f; }
FUSE_HD double centred_unit_of(std::uint64_t w) { return static_cast<double>(w >> 11 | 1u) * 1.1102230246251565e-16; }

/// Two standard normals of a word for their distance and one for their angle.
/// source: Box, Muller: A note on the generation of random normal deviates (1958)
template <class T, class Word>
FUSE_HD void normal_pair(Word distance, Word angle, T& first, T& second) {
  T const r = sqrt_of_usual(T(-2) * log_of_normal(open_unit_of(distance)));
  T sine, cosine;
  sin_cos_of_turn(angle, sine, cosine);
  first = product(r, cosine);
  second = product(r, sine);
}

// -- forms: what a block of words becomes -----------------------------------------------------------------------------

/// The words of a block that make one number of type T.
template <class T>
using word_for = std::conditional_t<sizeof(T) <= 4, std::uint32_t, std::uint64_t>;

template <class Word>
FUSE_HD Word word_of(word_block const& b, int lane) {
  if constexpr (sizeof(Word) == 4) {
    std::uint32_t const low = (lane & 1) != 0 ? b.word[1] : b.word[0], high = (lane & 1) != 0 ? b.word[3] : b.word[2];
    return (lane & 2) != 0 ? high : low;
  } else {
    return (lane & 1) != 0 ? joined(b.word[2], b.word[3]) : joined(b.word[0], b.word[1]);
  }
}

/// Number `lane` of block b.
template <class Word, int B>
FUSE_HD Word word_of(word_rows<B> const& rows, int lane, int b) {
  if constexpr (sizeof(Word) == 4)
    return rows.word[lane][b];
  else
    return joined(rows.word[2 * lane][b], rows.word[2 * lane + 1][b]);
}

// A form has the numbers of a block (`block`), one of them (`one`), two from an even lane on (`two`), and on the host
// those of `B` blocks (`rows`), each lane in a row of its own.

/// A number of each word, by Conversion.
template <class T, class Conversion>
struct each_word {
  using type = T;
  using word = word_for<T>;
  static constexpr int count = 16 / int(sizeof(word));
  static constexpr int cost = 110;
  static constexpr char const* name = Conversion::name;

  FUSE_HD bool like(each_word const&) const { return true; }
  template <class S>
  FUSE_HD void block(S const& s, std::uint64_t i, T* to) const {
    word_block const b = s.block(i);
    for (int lane = 0; lane < count; ++lane) to[lane] = Conversion::of(word_of<word>(b, lane));
  }
  template <class S>
  FUSE_HD T one(S const& s, std::uint64_t i, int lane) const {
    return Conversion::of(word_of<word>(s.block(i), lane));
  }
  template <class S>
  FUSE_HD void two(S const& s, std::uint64_t i, int lane, T* to) const {
    word_block const b = s.block(i);
    to[0] = Conversion::of(word_of<word>(b, lane)), to[1] = Conversion::of(word_of<word>(b, lane + 1));
  }
  template <class S, int B>
  void rows(S const&, std::uint64_t, word_rows<B> const& words, T (&to)[count][B]) const {
    for (int lane = 0; lane < count; ++lane) {
#pragma omp simd
      for (int b = 0; b < B; ++b) to[lane][b] = Conversion::of(word_of<word>(words, lane, b));
    }
  }
};

struct as_words {
  static constexpr char name[] = "random words";
  template <class Word>
  FUSE_HD static Word of(Word w) {
    return w;
  }
};
struct as_units {
  static constexpr char name[] = "random uniform";
  template <class Word>
  FUSE_HD static auto of(Word w) {
    return unit_of(w);
  }
};
struct as_open_units {
  static constexpr char name[] = "random uniform in (0, 1]";
  template <class Word>
  FUSE_HD static auto of(Word w) {
    return open_unit_of(w);
  }
};
struct as_centred_units {
  static constexpr char name[] = "random uniform in (0, 1)";
  template <class Word>
  FUSE_HD static auto of(Word w) {
    return centred_unit_of(w);
  }
};
template <class Word>
using words = each_word<Word, as_words>;
template <class T>
using units = each_word<T, as_units>;
template <class T>
using open_units = each_word<T, as_open_units>;
template <class T>
using centred_units = each_word<T, as_centred_units>;

/// Standard normals, two of each pair of words.
template <class T>
struct normals {
  using type = T;
  using word = word_for<T>;
  static constexpr int count = 16 / int(sizeof(T));
  static constexpr int cost = 200;
  static constexpr char name[] = "random normal";

  FUSE_HD bool like(normals const&) const { return true; }
  template <class S>
  FUSE_HD void block(S const& s, std::uint64_t i, T* to) const {
    word_block const b = s.block(i);
    for (int lane = 0; lane < count; lane += 2)
      normal_pair(word_of<word>(b, lane), word_of<word>(b, lane + 1), to[lane], to[lane + 1]);
  }
  template <class S>
  FUSE_HD T one(S const& s, std::uint64_t i, int lane) const {
    T pair[2];
    two(s, i, lane & 2, pair);
    return (lane & 1) != 0 ? pair[1] : pair[0];
  }
  template <class S>
  FUSE_HD void two(S const& s, std::uint64_t i, int lane, T* to) const {
    word_block const b = s.block(i);
    normal_pair(word_of<word>(b, lane), word_of<word>(b, lane + 1), to[0], to[1]);
  }
  template <class S, int B>
  void rows(S const&, std::uint64_t, word_rows<B> const& words, T (&to)[count][B]) const {
    for (int lane = 0; lane < count; lane += 2) {
#pragma omp simd
      for (int b = 0; b < B; ++b)
        normal_pair(word_of<word>(words, lane, b), word_of<word>(words, lane + 1, b), to[lane][b], to[lane + 1][b]);
    }
  }
};

/// Integers low + [0, range), of which a range of 0 means all that the word has.
/// source: Lemire: Fast random integer generation in an interval (2019). A word that is rejected is drawn anew.
template <class T>
struct bounded {
  using type = T;
  using word = word_for<T>;
  static constexpr int count = 16 / int(sizeof(word));
  static constexpr int cost = 200;
  static constexpr char name[] = "random integers";
  word low, range, rejected;  ///< `rejected`: how many of the products' lower halves are

  /// Whether the word is accepted; then `to` is its number.
  FUSE_HD bool take(word w, T& to) const {
    word high, rest;
    if constexpr (sizeof(word) == 4) {
      std::uint64_t const m = std::uint64_t{w} * range;
      high = static_cast<word>(m >> 32), rest = static_cast<word>(m);
    } else {
      high = multiply_high(w, range), rest = w * range;
    }
    to = static_cast<T>(low + (range == 0 ? w : high));
    return range == 0 || rest >= rejected;
  }
  template <class S>
  FUSE_HD T again(S const& s, std::uint64_t i, int lane) const {
    T value;
    for (std::uint32_t k = 1; !take(word_of<word>(s.block(i, k), lane), value); ++k) {
    }
    return value;
  }
  FUSE_HD bool like(bounded const& o) const { return low == o.low && range == o.range; }
  template <class S>
  FUSE_HD void block(S const& s, std::uint64_t i, T* to) const {
    word_block const b = s.block(i);
    bool all = true;
    bool ok[count];
    for (int lane = 0; lane < count; ++lane) {
      ok[lane] = take(word_of<word>(b, lane), to[lane]);
      all = all && ok[lane];
    }
    if (!all) {
      for (int lane = 0; lane < count; ++lane)
        if (!ok[lane]) to[lane] = again(s, i, lane);
    }
  }
  template <class S>
  FUSE_HD T one(S const& s, std::uint64_t i, int lane) const {
    T value;
    return take(word_of<word>(s.block(i), lane), value) ? value : again(s, i, lane);
  }
  template <class S>
  FUSE_HD void two(S const& s, std::uint64_t i, int lane, T* to) const {
    word_block const b = s.block(i);
    if (!take(word_of<word>(b, lane), to[0])) to[0] = again(s, i, lane);
    if (!take(word_of<word>(b, lane + 1), to[1])) to[1] = again(s, i, lane + 1);
  }
  template <class S, int B>
  void rows(S const& s, std::uint64_t i, word_rows<B> const& words, T (&to)[count][B]) const {
    for (int lane = 0; lane < count; ++lane) {
      int refused = 0;
#pragma omp simd reduction(+ : refused)
      for (int b = 0; b < B; ++b) refused += !take(word_of<word>(words, lane, b), to[lane][b]);
      for (int b = 0; refused != 0 && b < B; ++b)
        if (T unused; !take(word_of<word>(words, lane, b), unused))
          to[lane][b] = again(s, i + static_cast<std::uint64_t>(b), lane);
    }
  }
};

/// The rule of a draw (see program::computed): `count` neighbouring places share a block.
template <class Form, class Stream>
struct draw_rule : Form {
  using type = typename Form::type;
  static constexpr int cost = Form::cost + Stream::cost;
  static constexpr char const* name = Form::name;
  static constexpr int count = Form::count;
  Stream stream;

  /// The same numbers for a thread that computes one after the other (see program::in_order_rule).
  FUSE_HD auto in_order() const requires requires { typename Stream::in_order; }
  { return draw_rule<Form, typename Stream::in_order>{*this, typename Stream::in_order(stream)}; }
  /// Whether it draws the same numbers.
  FUSE_HD friend bool operator==(draw_rule const& a, draw_rule const& b) { return a.stream == b.stream && a.like(b); }
  FUSE_HD type at(std::int64_t place) const {
    auto const p = static_cast<std::uint64_t>(place);
    return Form::one(stream, p / count, static_cast<int>(p % count));
  }
  /// Neighbours that the host computes at once.
  static constexpr int blocks_at_once = 16, wide = blocks_at_once * count;
  void fill_wide(type* to, std::int64_t first) const {
    word_rows<blocks_at_once> words;
    alignas(64) type rows[count][blocks_at_once];
    std::uint64_t const i = static_cast<std::uint64_t>(first) / count;
    stream.blocks(i, words);
    Form::rows(stream, i, words, rows);
    for (int b = 0; b < blocks_at_once; ++b)
      for (int lane = 0; lane < count; ++lane) to[b * count + lane] = rows[lane][b];
  }
  /// Whether places are whole blocks, or halves of one.
  template <int Width>
  FUSE_HD static bool in_blocks(std::int64_t first, std::int64_t step) {
    return (Width % count == 0 || (Width == 2 && count == 4)) && step == 1 &&
           first % (Width < count ? Width : count) == 0;
  }
  template <int Width>
  FUSE_HD void fill_blocks(type* to, std::int64_t first) const {
    auto const p = static_cast<std::uint64_t>(first);
    if constexpr (Width % count == 0) {
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
      for (int v = 0; v < Width; v += count)
        Form::block(stream, p / count + static_cast<std::uint64_t>(v / count), to + v);
    } else if constexpr (Width == 2 && count == 4) {
      Form::two(stream, p / count, static_cast<int>(p % count), to);
    }
  }
  template <int Width>
  FUSE_HD void fill(type* to, std::int64_t first, std::int64_t step) const {
    if constexpr (Width == 1) {
      to[0] = at(first);
    } else {
      if (in_blocks<Width>(first, step)) {
        fill_blocks<Width>(to, first);
        return;
      }
#if defined(__CUDA_ARCH__)
      // One copy of the code; elements are chosen, not addressed, so that they stay in registers.
#pragma unroll
      for (int w = 0; w < Width; ++w) to[w] = type{};
#pragma unroll 1
      for (int v = 0; v < Width; ++v) {
        type const value = at(first + v * step);
#pragma unroll
        for (int w = 0; w < Width; ++w) to[w] = w == v ? value : to[w];
      }
#else
      for (int v = 0; v < Width; ++v) to[v] = at(first + v * step);
#endif
    }
  }
};

}  // namespace cp::random::detail
