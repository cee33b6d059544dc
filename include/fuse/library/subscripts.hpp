// NumPy's subscripts ("ij,jk->ik") as labels, while compiling or at run time.
#pragma once

namespace cp::library {

/// What can be wrong with subscripts.
enum class fault : unsigned char {
  none,
  character,
  too_many,
  operands,
  ranks,
  arrow,
  two_ellipses,
  unknown,
  twice,
  ellipsis_lost
};

/// The labels of operands and of the result: letters as their codes, axes that an ellipsis stands for as 128 + their
/// place before the ellipsis' last one.
struct subscripts {
  static constexpr int most_operands = 16, most_rank = 32;
  int operands = 0, rank = 0;  ///< how many operands; of the result
  int ranks[most_operands] = {};
  int label[most_operands][most_rank] = {};
  int result[most_rank] = {};
  fault wrong = fault::none;
  int at = 0;  ///< the operand or the character that is wrong

  constexpr int times(int l) const {
    int n = 0;
    for (int i = 0; i < operands; ++i)
      for (int k = 0; k < ranks[i]; ++k) n += label[i][k] == l;
    return n;
  }
};

/// Reads them, for operands of these ranks.
constexpr subscripts read_subscripts(char const* text, int length, int const* ranks, int operands) {
  subscripts s;
  auto const fail = [&](fault f, int at) {
    s.wrong = f;
    s.at = at;
    return s;
  };
  if (operands > s.most_operands) return fail(fault::too_many, operands);
  int letters[s.most_operands + 1][s.most_rank] = {}, count[s.most_operands + 1] = {}, dots[s.most_operands + 1] = {};
  for (int& d : dots) d = -1;
  int list = 0;
  bool arrow = false;
  int const result = s.most_operands;
  for (int i = 0; i < length; ++i) {
    char const c = text[i];
    int const to = arrow ? result : list;
    if (c == ' ' || c == 0) continue;
    if (c == ',') {
      if (arrow) return fail(fault::arrow, i);
      if (++list >= s.most_operands) return fail(fault::too_many, list + 1);
    } else if (c == '-' && i + 1 < length && text[i + 1] == '>') {
      if (arrow) return fail(fault::arrow, i);
      arrow = true;
      ++i;
    } else if (c == '.' && i + 2 < length && text[i + 1] == '.' && text[i + 2] == '.') {
      if (dots[to] >= 0) return fail(fault::two_ellipses, i);
      dots[to] = count[to];
      i += 2;
    } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
      if (count[to] == s.most_rank) return fail(fault::ranks, to);
      letters[to][count[to]++] = c;
    } else {
      return fail(fault::character, i);
    }
  }
  if (list + 1 != operands) return fail(fault::operands, list + 1);
  s.operands = operands;
  int most = 0;
  for (int i = 0; i < operands; ++i) {
    int const left = ranks[i] - count[i];
    if (dots[i] < 0 ? left != 0 : left < 0) return fail(fault::ranks, i);
    if (left > most) most = left;
    for (int k = 0; k < ranks[i]; ++k) {
      int const d = dots[i] < 0 ? count[i] : dots[i];
      s.label[i][k] = k < d ? letters[i][k] : k < d + left ? 128 + (d + left - 1 - k) : letters[i][k - left];
    }
    s.ranks[i] = ranks[i];
  }
  if (!arrow) {
    for (int k = most - 1; k >= 0; --k) s.result[s.rank++] = 128 + k;
    for (int l = 'A'; l <= 'z'; ++l)
      if (s.times(l) == 1) s.result[s.rank++] = l;
    return s;
  }
  if (dots[result] < 0 && most > 0) return fail(fault::ellipsis_lost, 0);
  for (int i = 0; i < count[result]; ++i) {
    if (s.times(letters[result][i]) == 0) return fail(fault::unknown, letters[result][i]);
    for (int j = 0; j < i; ++j)
      if (letters[result][j] == letters[result][i]) return fail(fault::twice, letters[result][i]);
  }
  if (count[result] + most > s.most_rank) return fail(fault::ranks, operands);
  for (int i = 0; i <= count[result]; ++i) {
    if (i == dots[result])
      for (int k = most - 1; k >= 0; --k) s.result[s.rank++] = 128 + k;
    if (i < count[result]) s.result[s.rank++] = letters[result][i];
  }
  return s;
}

/// Throws value_error that says what is wrong with `text`.
[[noreturn]] void throw_fault(char const* where, char const* text, subscripts const& s, int const* ranks, int operands);

}  // namespace cp::library
