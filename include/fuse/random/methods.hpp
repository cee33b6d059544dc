// What writes a distribution's overloads: for each the parameters alone, and with a size in braces, as an array or as one
// extent. BITS is the bit generator that they draw from.
#pragma once

/// A distribution without parameters.
#define FUSE_DRAW_0(NAME, TYPE, BITS)                                             \
  template <class T = TYPE>                                                       \
  [[nodiscard]] auto NAME() {                                                     \
    return detail::draw<detail::NAME##_of, T>(BITS, cp::index_array<0>{});        \
  }                                                                               \
  template <class T = TYPE, int N>                                                \
  [[nodiscard]] auto NAME(cp::index_array<N> const& size) {                       \
    return detail::draw<detail::NAME##_of, T>(BITS, size);                        \
  }                                                                               \
  template <class T = TYPE, int N>                                                \
  [[nodiscard]] auto NAME(cp::extent const (&size)[N]) {                          \
    return detail::draw<detail::NAME##_of, T>(BITS, cp::make_shape(size));        \
  }                                                                               \
  template <class T = TYPE, std::integral I>                                      \
  [[nodiscard]] auto NAME(I size) {                                               \
    return detail::draw<detail::NAME##_of, T>(BITS, detail::as_shape(size));      \
  }

/// The default parameters, which follow.
#define FUSE_DRAW_DEFAULT(NAME, TYPE, BITS, ...)                                           \
  template <class T = TYPE>                                                                \
  [[nodiscard]] auto NAME() {                                                              \
    return detail::draw<detail::NAME##_of, T>(BITS, cp::index_array<0>{}, __VA_ARGS__);    \
  }                                                                                        \
  template <class T = TYPE, int N>                                                         \
  [[nodiscard]] auto NAME(cp::index_array<N> const& size) {                                \
    return detail::draw<detail::NAME##_of, T>(BITS, size, __VA_ARGS__);                    \
  }                                                                                        \
  template <class T = TYPE, int N>                                                         \
  [[nodiscard]] auto NAME(cp::extent const (&size)[N]) {                                   \
    return detail::draw<detail::NAME##_of, T>(BITS, cp::make_shape(size), __VA_ARGS__);    \
  }

/// One parameter.
#define FUSE_DRAW_1(NAME, TYPE, BITS, A)                                                   \
  template <class T = TYPE, operand P>                                                     \
  [[nodiscard]] auto NAME(P const& A) {                                                    \
    return detail::draw<detail::NAME##_of, T>(BITS, detail::no_size{}, A);                 \
  }                                                                                        \
  template <class T = TYPE, operand P, int N>                                              \
  [[nodiscard]] auto NAME(P const& A, cp::index_array<N> const& size) {                    \
    return detail::draw<detail::NAME##_of, T>(BITS, size, A);                              \
  }                                                                                        \
  template <class T = TYPE, operand P, int N>                                              \
  [[nodiscard]] auto NAME(P const& A, cp::extent const (&size)[N]) {                       \
    return detail::draw<detail::NAME##_of, T>(BITS, cp::make_shape(size), A);              \
  }                                                                                        \
  template <class T = TYPE, operand P, std::integral I>                                    \
  [[nodiscard]] auto NAME(P const& A, I size) {                                            \
    return detail::draw<detail::NAME##_of, T>(BITS, detail::as_shape(size), A);            \
  }

/// Two parameters.
#define FUSE_DRAW_2(NAME, TYPE, BITS, A, B)                                                \
  template <class T = TYPE, operand P, operand Q>                                          \
  [[nodiscard]] auto NAME(P const& A, Q const& B) {                                        \
    return detail::draw<detail::NAME##_of, T>(BITS, detail::no_size{}, A, B);              \
  }                                                                                        \
  template <class T = TYPE, operand P, operand Q, int N>                                   \
  [[nodiscard]] auto NAME(P const& A, Q const& B, cp::index_array<N> const& size) {        \
    return detail::draw<detail::NAME##_of, T>(BITS, size, A, B);                           \
  }                                                                                        \
  template <class T = TYPE, operand P, operand Q, int N>                                   \
  [[nodiscard]] auto NAME(P const& A, Q const& B, cp::extent const (&size)[N]) {           \
    return detail::draw<detail::NAME##_of, T>(BITS, cp::make_shape(size), A, B);           \
  }                                                                                        \
  template <class T = TYPE, operand P, operand Q, std::integral I>                         \
  [[nodiscard]] auto NAME(P const& A, Q const& B, I size) {                                \
    return detail::draw<detail::NAME##_of, T>(BITS, detail::as_shape(size), A, B);         \
  }

/// Three parameters.
#define FUSE_DRAW_3(NAME, TYPE, BITS, A, B, C)                                                   \
  template <class T = TYPE, operand P, operand Q, operand R>                                     \
  [[nodiscard]] auto NAME(P const& A, Q const& B, R const& C) {                                  \
    return detail::draw<detail::NAME##_of, T>(BITS, detail::no_size{}, A, B, C);                 \
  }                                                                                              \
  template <class T = TYPE, operand P, operand Q, operand R, int N>                              \
  [[nodiscard]] auto NAME(P const& A, Q const& B, R const& C, cp::index_array<N> const& size) {  \
    return detail::draw<detail::NAME##_of, T>(BITS, size, A, B, C);                              \
  }                                                                                              \
  template <class T = TYPE, operand P, operand Q, operand R, int N>                              \
  [[nodiscard]] auto NAME(P const& A, Q const& B, R const& C, cp::extent const (&size)[N]) {     \
    return detail::draw<detail::NAME##_of, T>(BITS, cp::make_shape(size), A, B, C);              \
  }                                                                                              \
  template <class T = TYPE, operand P, operand Q, operand R, std::integral I>                    \
  [[nodiscard]] auto NAME(P const& A, Q const& B, R const& C, I size) {                          \
    return detail::draw<detail::NAME##_of, T>(BITS, detail::as_shape(size), A, B, C);            \
  }
