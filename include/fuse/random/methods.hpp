// What writes a distribution's overloads: for each the parameters alone, and with a size in braces, as an array or as
// one extent. BITS is the bit generator that they draw from.
#pragma once

/// A distribution without parameters.
#define FUSE_DRAW_0(NAME, TYPE, BITS)                                        \
  template <class T = TYPE>                                                  \
  [[nodiscard]] auto NAME() {                                                \
    return detail::draw<detail::NAME##_of, T>(BITS, cp::index_array<0>{});   \
  }                                                                          \
  template <class T = TYPE, int N>                                           \
  [[nodiscard]] auto NAME(cp::index_array<N> const& size) {                  \
    return detail::draw<detail::NAME##_of, T>(BITS, size);                   \
  }                                                                          \
  template <class T = TYPE, int N>                                           \
  [[nodiscard]] auto NAME(cp::extent const(&size)[N]) {                      \
    return detail::draw<detail::NAME##_of, T>(BITS, cp::make_shape(size));   \
  }                                                                          \
  template <class T = TYPE, std::integral I>                                 \
  [[nodiscard]] auto NAME(I size) {                                          \
    return detail::draw<detail::NAME##_of, T>(BITS, detail::as_shape(size)); \
  }

/// The default parameters, which follow.
#define FUSE_DRAW_DEFAULT(NAME, TYPE, BITS, ...)                                        \
  template <class T = TYPE>                                                             \
  [[nodiscard]] auto NAME() {                                                           \
    return detail::draw<detail::NAME##_of, T>(BITS, cp::index_array<0>{}, __VA_ARGS__); \
  }                                                                                     \
  template <class T = TYPE, int N>                                                      \
  [[nodiscard]] auto NAME(cp::index_array<N> const& size) {                             \
    return detail::draw<detail::NAME##_of, T>(BITS, size, __VA_ARGS__);                 \
  }                                                                                     \
  template <class T = TYPE, int N>                                                      \
  [[nodiscard]] auto NAME(cp::extent const(&size)[N]) {                                 \
    return detail::draw<detail::NAME##_of, T>(BITS, cp::make_shape(size), __VA_ARGS__); \
  }

/// One parameter.
#define FUSE_DRAW_1(NAME, TYPE, BITS, A)                                        \
  template <class T = TYPE, operand P>                                          \
  [[nodiscard]] auto NAME(P const& A) {                                         \
    return detail::draw<detail::NAME##_of, T>(BITS, detail::no_size{}, A);      \
  }                                                                             \
  template <class T = TYPE, operand P, int N>                                   \
  [[nodiscard]] auto NAME(P const& A, cp::index_array<N> const& size) {         \
    return detail::draw<detail::NAME##_of, T>(BITS, size, A);                   \
  }                                                                             \
  template <class T = TYPE, operand P, int N>                                   \
  [[nodiscard]] auto NAME(P const& A, cp::extent const(&size)[N]) {             \
    return detail::draw<detail::NAME##_of, T>(BITS, cp::make_shape(size), A);   \
  }                                                                             \
  template <class T = TYPE, operand P, std::integral I>                         \
  [[nodiscard]] auto NAME(P const& A, I size) {                                 \
    return detail::draw<detail::NAME##_of, T>(BITS, detail::as_shape(size), A); \
  }

/// Two parameters.
#define FUSE_DRAW_2(NAME, TYPE, BITS, A, B)                                         \
  template <class T = TYPE, operand P, operand Q>                                   \
  [[nodiscard]] auto NAME(P const& A, Q const& B) {                                 \
    return detail::draw<detail::NAME##_of, T>(BITS, detail::no_size{}, A, B);       \
  }                                                                                 \
  template <class T = TYPE, operand P, operand Q, int N>                            \
  [[nodiscard]] auto NAME(P const& A, Q const& B, cp::index_array<N> const& size) { \
    return detail::draw<detail::NAME##_of, T>(BITS, size, A, B);                    \
  }                                                                                 \
  template <class T = TYPE, operand P, operand Q, int N>                            \
  [[nodiscard]] auto NAME(P const& A, Q const& B, cp::extent const(&size)[N]) {     \
    return detail::draw<detail::NAME##_of, T>(BITS, cp::make_shape(size), A, B);    \
  }                                                                                 \
  template <class T = TYPE, operand P, operand Q, std::integral I>                  \
  [[nodiscard]] auto NAME(P const& A, Q const& B, I size) {                         \
    return detail::draw<detail::NAME##_of, T>(BITS, detail::as_shape(size), A, B);  \
  }

/// Three parameters.
#define FUSE_DRAW_3(NAME, TYPE, BITS, A, B, C)                                                  \
  template <class T = TYPE, operand P, operand Q, operand R>                                    \
  [[nodiscard]] auto NAME(P const& A, Q const& B, R const& C) {                                 \
    return detail::draw<detail::NAME##_of, T>(BITS, detail::no_size{}, A, B, C);                \
  }                                                                                             \
  template <class T = TYPE, operand P, operand Q, operand R, int N>                             \
  [[nodiscard]] auto NAME(P const& A, Q const& B, R const& C, cp::index_array<N> const& size) { \
    return detail::draw<detail::NAME##_of, T>(BITS, size, A, B, C);                             \
  }                                                                                             \
  template <class T = TYPE, operand P, operand Q, operand R, int N>                             \
  [[nodiscard]] auto NAME(P const& A, Q const& B, R const& C, cp::extent const(&size)[N]) {     \
    return detail::draw<detail::NAME##_of, T>(BITS, cp::make_shape(size), A, B, C);             \
  }                                                                                             \
  template <class T = TYPE, operand P, operand Q, operand R, std::integral I>                   \
  [[nodiscard]] auto NAME(P const& A, Q const& B, R const& C, I size) {                         \
    return detail::draw<detail::NAME##_of, T>(BITS, detail::as_shape(size), A, B, C);           \
  }

/// Elements of an array, or of [0, n), by place: `choice`.
#define FUSE_DRAW_CHOICE(NAME, BITS)                                                                                   \
  template <class X, int N>                                                                                            \
  [[nodiscard]] auto NAME(X const& a, cp::index_array<N> const& size) {                                                \
    std::int64_t const n = detail::checked_choices(a);                                                                 \
    return detail::chosen_from(a, detail::draw_integers<std::int64_t>(BITS, size, 0, n, false, "cp::random::choice")); \
  }                                                                                                                    \
  template <class X, int N>                                                                                            \
  [[nodiscard]] auto NAME(X const& a, cp::extent const(&size)[N]) {                                                    \
    std::int64_t const n = detail::checked_choices(a);                                                                 \
    return detail::chosen_from(                                                                                        \
        a, detail::draw_integers<std::int64_t>(BITS, cp::make_shape(size), 0, n, false, "cp::random::choice"));        \
  }                                                                                                                    \
  template <class X, std::integral I>                                                                                  \
  [[nodiscard]] auto NAME(X const& a, I size) {                                                                        \
    std::int64_t const n = detail::checked_choices(a);                                                                 \
    return detail::chosen_from(                                                                                        \
        a, detail::draw_integers<std::int64_t>(BITS, detail::as_shape(size), 0, n, false, "cp::random::choice"));      \
  }                                                                                                                    \
  template <class X, int N>                                                                                            \
  [[nodiscard]] auto NAME(X const& a, cp::index_array<N> const& size, bool replace) {                                  \
    return detail::chosen_from(a, detail::chosen_places(BITS, detail::choices_in(a), size, replace));                  \
  }                                                                                                                    \
  template <class X, int N>                                                                                            \
  [[nodiscard]] auto NAME(X const& a, cp::extent const(&size)[N], bool replace) {                                      \
    return detail::chosen_from(a, detail::chosen_places(BITS, detail::choices_in(a), cp::make_shape(size), replace));  \
  }                                                                                                                    \
  template <class X, std::integral I>                                                                                  \
  [[nodiscard]] auto NAME(X const& a, I size, bool replace) {                                                          \
    return detail::chosen_from(a,                                                                                      \
                               detail::chosen_places(BITS, detail::choices_in(a), detail::as_shape(size), replace));   \
  }                                                                                                                    \
  template <class X, class P, int N>                                                                                   \
  [[nodiscard]] auto NAME(X const& a, cp::index_array<N> const& size, bool replace, P const& p) {                      \
    auto const weights = detail::weights_of<X>(p);                                                                     \
    return detail::chosen_from(a, detail::weighted_places(BITS, detail::choices_in(a), size, replace, weights));       \
  }                                                                                                                    \
  template <class X, class P, int N>                                                                                   \
  [[nodiscard]] auto NAME(X const& a, cp::extent const(&size)[N], bool replace, P const& p) {                          \
    auto const weights = detail::weights_of<X>(p);                                                                     \
    return detail::chosen_from(                                                                                        \
        a, detail::weighted_places(BITS, detail::choices_in(a), cp::make_shape(size), replace, weights));              \
  }                                                                                                                    \
  template <class X, class P, std::integral I>                                                                         \
  [[nodiscard]] auto NAME(X const& a, I size, bool replace, P const& p) {                                              \
    auto const weights = detail::weights_of<X>(p);                                                                     \
    return detail::chosen_from(                                                                                        \
        a, detail::weighted_places(BITS, detail::choices_in(a), detail::as_shape(size), replace, weights));            \
  }

/// [0, n) or an array's rows in random order: `permutation`.
#define FUSE_DRAW_PERMUTATION(NAME, BITS)                                \
  template <class X>                                                     \
  [[nodiscard]] auto NAME(X const& x) {                                  \
    if constexpr (std::integral<X>)                                      \
      return detail::permuted_range(BITS, static_cast<std::int64_t>(x)); \
    else                                                                 \
      return detail::permuted_rows(BITS, x);                             \
  }

/// An array's rows in random order, in place: `shuffle`.
#define FUSE_DRAW_SHUFFLE(NAME, BITS)           \
  template <class T, int Rank, class Space>     \
  void NAME(ndarray<T, Rank, Space> const& x) { \
    detail::shuffle_rows(BITS, x);              \
  }

/// Proportions along a last axis: `dirichlet`.
#define FUSE_DRAW_DIRICHLET(NAME, BITS)                                                  \
  template <class T = double, space Space = default_space, class Alpha, int N>           \
  [[nodiscard]] auto NAME(Alpha const& alpha, cp::index_array<N> const& size) {          \
    return detail::draw_dirichlet<T, Space>(BITS, alpha, size);                          \
  }                                                                                      \
  template <class T = double, space Space = default_space, class Alpha, int N>           \
  [[nodiscard]] auto NAME(Alpha const& alpha, cp::extent const(&size)[N]) {              \
    return detail::draw_dirichlet<T, Space>(BITS, alpha, cp::make_shape(size));          \
  }                                                                                      \
  template <class T = double, space Space = default_space, class Alpha, std::integral I> \
  [[nodiscard]] auto NAME(Alpha const& alpha, I size) {                                  \
    return detail::draw_dirichlet<T, Space>(BITS, alpha, detail::as_shape(size));        \
  }

/// Counts along a last axis: `multinomial`.
#define FUSE_DRAW_MULTINOMIAL(NAME, BITS)                                                                  \
  template <class T = std::int64_t, space Space = default_space, class P, int N>                           \
  [[nodiscard]] auto NAME(std::int64_t n, P const& pvals, cp::index_array<N> const& size) {                \
    return detail::draw_multinomial<T, Space>(BITS, n, detail::numbers_of(pvals), size);                   \
  }                                                                                                        \
  template <class T = std::int64_t, space Space = default_space, class P, int N>                           \
  [[nodiscard]] auto NAME(std::int64_t n, P const& pvals, cp::extent const(&size)[N]) {                    \
    return detail::draw_multinomial<T, Space>(BITS, n, detail::numbers_of(pvals), cp::make_shape(size));   \
  }                                                                                                        \
  template <class T = std::int64_t, space Space = default_space, class P, std::integral I>                 \
  [[nodiscard]] auto NAME(std::int64_t n, P const& pvals, I size) {                                        \
    return detail::draw_multinomial<T, Space>(BITS, n, detail::numbers_of(pvals), detail::as_shape(size)); \
  }

/// Vectors of normal numbers along a last axis: `multivariate_normal`.
#define FUSE_DRAW_MULTIVARIATE_NORMAL(NAME, BITS)                                                                \
  template <class T = double, space Space = default_space, class Mean, class Cov, int N>                         \
  [[nodiscard]] auto NAME(Mean const& mean, Cov const& cov, cp::index_array<N> const& size, double tol = 1e-8) { \
    auto const center = detail::numbers_of(mean), spread = detail::numbers_of(cov);                              \
    return detail::draw_multivariate_normal<T, Space>(BITS, center, spread, size, tol);                          \
  }                                                                                                              \
  template <class T = double, space Space = default_space, class Mean, class Cov, int N>                         \
  [[nodiscard]] auto NAME(Mean const& mean, Cov const& cov, cp::extent const(&size)[N], double tol = 1e-8) {     \
    auto const center = detail::numbers_of(mean), spread = detail::numbers_of(cov);                              \
    return detail::draw_multivariate_normal<T, Space>(BITS, center, spread, cp::make_shape(size), tol);          \
  }                                                                                                              \
  template <class T = double, space Space = default_space, class Mean, class Cov, std::integral I>               \
  [[nodiscard]] auto NAME(Mean const& mean, Cov const& cov, I size, double tol = 1e-8) {                         \
    auto const center = detail::numbers_of(mean), spread = detail::numbers_of(cov);                              \
    return detail::draw_multivariate_normal<T, Space>(BITS, center, spread, detail::as_shape(size), tol);        \
  }

/// A legacy name of `random`.
#define FUSE_DRAW_LEGACY(NAME, BITS)                                         \
  template <class T = double, int N>                                         \
  [[nodiscard]] auto NAME(cp::index_array<N> const& size) {                  \
    return detail::draw<detail::random_of, T>(BITS, size);                   \
  }                                                                          \
  template <class T = double, int N>                                         \
  [[nodiscard]] auto NAME(cp::extent const(&size)[N]) {                      \
    return detail::draw<detail::random_of, T>(BITS, cp::make_shape(size));   \
  }                                                                          \
  template <class T = double, std::integral I>                               \
  [[nodiscard]] auto NAME(I size) {                                          \
    return detail::draw<detail::random_of, T>(BITS, detail::as_shape(size)); \
  }                                                                          \
  template <class T = double>                                                \
  [[nodiscard]] auto NAME() {                                                \
    return detail::draw<detail::random_of, T>(BITS, cp::index_array<0>{});   \
  }

/// Integers of [low, high), or of [0, high): `randint`.
#define FUSE_DRAW_INTEGERS(NAME, BITS)                                                                        \
  template <class T = std::int64_t, operand Low, operand High, int N>                                         \
  [[nodiscard]] auto NAME(Low const& low, High const& high, cp::index_array<N> const& size) {                 \
    return detail::integers_between<T>(BITS, size, low, high, false, "cp::random::" #NAME);                   \
  }                                                                                                           \
  template <class T = std::int64_t, operand Low, operand High, int N>                                         \
  [[nodiscard]] auto NAME(Low const& low, High const& high, cp::extent const(&size)[N]) {                     \
    return detail::integers_between<T>(BITS, cp::make_shape(size), low, high, false, "cp::random::" #NAME);   \
  }                                                                                                           \
  template <class T = std::int64_t, operand Low, operand High, std::integral I>                               \
  [[nodiscard]] auto NAME(Low const& low, High const& high, I size) {                                         \
    return detail::integers_between<T>(BITS, detail::as_shape(size), low, high, false, "cp::random::" #NAME); \
  }                                                                                                           \
  template <class T = std::int64_t, operand Low, operand High>                                                \
  [[nodiscard]] auto NAME(Low const& low, High const& high) {                                                 \
    return detail::integers_between<T>(BITS, detail::no_size{}, low, high, false, "cp::random::" #NAME);      \
  }                                                                                                           \
  template <class T = std::int64_t, operand High, int N>                                                      \
  [[nodiscard]] auto NAME(High const& high, cp::index_array<N> const& size) {                                 \
    return detail::integers_between<T>(BITS, size, 0, high, false, "cp::random::" #NAME);                     \
  }                                                                                                           \
  template <class T = std::int64_t, operand High, int N>                                                      \
  [[nodiscard]] auto NAME(High const& high, cp::extent const(&size)[N]) {                                     \
    return detail::integers_between<T>(BITS, cp::make_shape(size), 0, high, false, "cp::random::" #NAME);     \
  }

/// Integers of [low, high], or of [1, high]: `random_integers`.
#define FUSE_DRAW_CLOSED(NAME, BITS)                                                                         \
  template <class T = std::int64_t, operand Low, operand High, int N>                                        \
  [[nodiscard]] auto NAME(Low const& low, High const& high, cp::index_array<N> const& size) {                \
    return detail::integers_between<T>(BITS, size, low, high, true, "cp::random::" #NAME);                   \
  }                                                                                                          \
  template <class T = std::int64_t, operand Low, operand High, int N>                                        \
  [[nodiscard]] auto NAME(Low const& low, High const& high, cp::extent const(&size)[N]) {                    \
    return detail::integers_between<T>(BITS, cp::make_shape(size), low, high, true, "cp::random::" #NAME);   \
  }                                                                                                          \
  template <class T = std::int64_t, operand Low, operand High, std::integral I>                              \
  [[nodiscard]] auto NAME(Low const& low, High const& high, I size) {                                        \
    return detail::integers_between<T>(BITS, detail::as_shape(size), low, high, true, "cp::random::" #NAME); \
  }                                                                                                          \
  template <class T = std::int64_t, operand Low, operand High>                                               \
  [[nodiscard]] auto NAME(Low const& low, High const& high) {                                                \
    return detail::integers_between<T>(BITS, detail::no_size{}, low, high, true, "cp::random::" #NAME);      \
  }                                                                                                          \
  template <class T = std::int64_t, operand High, int N>                                                     \
  [[nodiscard]] auto NAME(High const& high, cp::index_array<N> const& size) {                                \
    return detail::integers_between<T>(BITS, size, 1, high, true, "cp::random::" #NAME);                     \
  }                                                                                                          \
  template <class T = std::int64_t, operand High, int N>                                                     \
  [[nodiscard]] auto NAME(High const& high, cp::extent const(&size)[N]) {                                    \
    return detail::integers_between<T>(BITS, cp::make_shape(size), 1, high, true, "cp::random::" #NAME);     \
  }
