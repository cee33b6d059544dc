// The array: a handle on shared, strided memory. Copying it shares the data; views are of the same type. (Long: one
// class, whose members stand together.)
#pragma once

#include <concepts>
#include <cstdint>
#include <fuse/array/concepts.hpp>
#include <fuse/array/element_iterator.hpp>
#include <fuse/array/methods.hpp>
#include <fuse/array/nested_lists.hpp>
#include <fuse/array/space.hpp>
#include <fuse/core/convert.hpp>
#include <fuse/core/dtype.hpp>
#include <fuse/core/shape.hpp>
#include <fuse/runtime/launch.hpp>
#include <fuse/runtime/storage.hpp>
#include <fuse/runtime/stream.hpp>
#include <initializer_list>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>  // and the tags and concepts of iterators: <iterator> itself reads streams

namespace cp {

template <class T, int Rank, class Space>
class ndarray;
template <class... Index>
class index_tuple;

/// Whether T is what cp::s_(...) gives.
template <class T>
constexpr bool is_index_tuple = false;
template <class... Index>
constexpr bool is_index_tuple<index_tuple<Index...>> = true;

namespace detail {

// Defined in expr/evaluate.hpp.
template <class T, int Rank, class Space, class E>
void assign_elements(ndarray<T, Rank, Space> const& to, E const& from);
template <class T, int Rank, class Space, class E>
void assign_new(ndarray<T, Rank, Space>& to, E const& from);
// Defined in ops/indexing.hpp.
template <class A, class... I>
auto advanced_index(A const& a, I const&... i);

// Defined in ops/array_methods.hpp.
template <class A>
auto flat_of(A const& a);

// Defined in ops/sorting.hpp (fuse/sorting.hpp).
enum class sort_method { sort, argsort };
template <sort_method Method, class A>
auto sort_by_method(A const& a, std::int64_t axis);
template <sort_method Method, class A>
auto partition_by_method(A const& a, std::int64_t kth, std::int64_t axis);

// Defined in ops/searching.hpp (fuse/sorting.hpp).
template <class A, class V, class... Option>
auto search_by_method(A const& a, V const& v, Option... option);

/// Selects the constructor of views.
struct view_by {};

}  // namespace detail

/// How an array lies in memory.
struct array_flags {
  bool c_contiguous;  ///< elements one behind the other, last axis fastest
  bool f_contiguous;  ///< the same with the first axis fastest
  bool owndata;       ///< the array begins where its memory begins and spans it (it is no view of a part)
  bool aligned;       ///< on a 16-byte boundary, so that kernels can move vectors

  /// The first axis is the fastest, and the last one is not.
  bool fnc() const { return f_contiguous && !c_contiguous; }
  /// One of both is.
  bool forc() const { return f_contiguous || c_contiguous; }
};

/// An array of `Rank` axes with elements of type `Element` in `Space`.
///
/// A handle: copying it shares the data (as `b = a` does in NumPy), `copy()` makes new data. Shape and strides are
/// known at run time, in elements, 64-bit. `y = expr` gives y new data; `y(cp::all) = expr`, `y(slice) = expr` and `y
/// += expr` write into the data that is there.
template <class Element, int Rank, class Space = default_space>
class ndarray : public expression_tag, public array_methods<ndarray<Element, Rank, Space>> {
  static_assert(Rank >= 0 && Rank <= 32, "cp: an array has from 0 to 32 axes");
  static_assert(std::is_trivially_copyable_v<Element>, "cp: an element type must be trivially copyable");
  static_assert(!std::is_same_v<Element, long double>,
                "cp: there are no arrays of long double, which no kernel computes with; double has 53 bits");
  static_assert(alignof(Element) <= 64, "cp: an element type may want to be aligned to 64 bytes at most");
  static_assert(number<Element> || detail::is_complex<Element> || !detail::complex_like<Element>,
                "cp: name complex elements cp::complex64 or cp::complex128: they convert from and to std::complex, "
                "which itself would be an opaque struct");
  static_assert(std::is_same_v<Element, canonical<Element>>,
                "cp: name this element type by its fixed width (std::int64_t, std::uint8_t ...): the same integer "
                "under another name is not accepted");
  static_assert(!std::is_void_v<Space>,
                "cp::fuse: inside the lambda there are no elements yet: what computes at once (a sort, a search, a "
                "decomposition) is called before, and its result passed to the lambda");
  static_assert(cp::space<Space> || std::is_void_v<Space>,
                "cp: the third parameter of ndarray is a space: cp::host_space or cp::cuda_space");

 public:
  /// The element type.
  using value_type = Element;
  /// Where the elements are.
  using space = Space;
  /// Number of axes.
  static constexpr int rank = Rank;
  /// Arrays decide dtypes; C++ numbers are weak.
  static constexpr bool weak = false;

  /// An empty handle: all extents 0 (rank 0: one undefined element is not there either). Assign to it before use.
  ndarray() = default;
  ndarray(ndarray const&) = default;
  ndarray(ndarray&&) noexcept = default;
  FUSE_INLINE ~ndarray() = default;

  /// Evaluates an expression into new memory. dtype: `Element`, to which the expression's dtype must convert without
  /// changing its kind.
  template <expression E>
  ndarray(E const& e) {
    detail::assign_new(*this, e);
  }

  /// Copies elements from braces: `ndarray<float, 2> a{{1, 2}, {3, 4}}`. Throws value_error when the lists differ in
  /// length.
  ndarray(detail::nested_list<Element, Rank> list) requires(Rank > 0) {
    index_array<Rank> shape;
    detail::nested_shape<0>(list, shape);
    fill_from_host(shape, [&](Element* to) { detail::nested_copy<0>(list, shape, to); });
  }

  /// An array of rank 0 that holds `value`.
  explicit ndarray(Element const& value) requires(Rank == 0) {
    fill_from_host({}, [&](Element* to) { *to = value; });
  }

  /// Copies a contiguous range of host memory (std::vector, std::span, std::array). Throws value_error where an integer
  /// does not fit the dtype, as the constructors below.
  template <class Range>
  requires(Rank == 1 && !expression<Range> && detail::run_of<Range, Element>) explicit ndarray(Range const& range) {
    copy_range(range.data(), range.data() + range.size());
  }

  /// Copies a std::vector<bool>, whose elements are bits.
  template <std::same_as<std::vector<bool>> Bits>
  requires(Rank == 1 && boolean<Element>) explicit ndarray(Bits const& bits) { copy_range(bits.begin(), bits.end()); }

  /// Copies an array of C++. (Text is none.)
  template <class Values>
  requires(std::is_array_v<Values>&& std::rank_v<Values> == Rank &&
           !std::same_as<std::remove_all_extents_t<Values>, char> &&
           std::convertible_to<std::remove_all_extents_t<Values>, Element>) explicit ndarray(Values const& values) {
    using from = std::remove_all_extents_t<Values>;
    auto const shape = [&]<int... I>(std::integer_sequence<int, I...>) {
      return index_array<Rank>{{static_cast<std::int64_t>(std::extent_v<Values, I>)...}};
    }
    (std::make_integer_sequence<int, Rank>());
    fill_from_host(shape, [&](Element* to) {
      auto const first = reinterpret_cast<from const*>(&values);
      for (std::size_t i = 0; i < sizeof(Values) / sizeof(from); ++i) detail::store_element(to + i, first[i]);
    });
  }

  /// Copies the elements of an iterator range. One that can be walked only once (std::istream_iterator) is read into
  /// host memory first.
  template <class Iterator>
  requires(Rank == 1 && requires(Iterator i) {
    { *i } -> std::convertible_to<Element>;
    ++i;
  }) ndarray(Iterator first, Iterator last) {
    copy_range(first, last);
  }

  /// A handle on memory that exists: shape and strides in elements. For views, imports and the library's own makers.
  ndarray(storage_ptr memory, Element* data, index_array<Rank> const& shape, index_array<Rank> const& strides)
      : storage_(std::move(memory)), data_(data), shape_(shape), strides_(strides) {}

  /// Shares the other's data.
  ndarray& operator=(ndarray const&) & = default;
  ndarray& operator=(ndarray&&) & noexcept = default;
  /// Copies the elements into the data that this view shows.
  void operator=(ndarray const& other) && { detail::assign_elements(*this, other); }
  /// Copies the elements into the data that this view shows.
  void operator=(ndarray&& other) && { detail::assign_elements(*this, other); }

  /// New data (its own buffer again when nobody else holds it and the expression allows). All operands are read before
  /// anything is written.
  template <expression E>
  requires(!std::same_as<std::remove_cvref_t<E>, ndarray>) ndarray& operator=(E const& e) & {
    detail::assign_new(*this, e);
    return *this;
  }
  /// New data of rank 0 that holds a number. Arrays of more axes refuse: `a(cp::all) = x` and `a.fill(x)` write a
  /// number to each element. Throws value_error where an integer does not fit the dtype.
  template <class E>
  requires(!expression<E> && std::convertible_to<E, detail::element<Element>>) ndarray& operator=(E const& e) & {
    static_assert(Rank == 0, "cp: a number cannot replace an array; a(cp::all) = x or a.fill(x) sets each element");
    return *this = ndarray(detail::convert_scalar<Element>(e));
  }
  template <detail::sequence S, class Instead = detail::asarray_makes_an_array_of_a_sequence>
  void operator=(S const&) const& = delete;  // cp::asarray(v) makes an array of a std::vector
  /// Writes into the data that this view shows, broadcasting the expression to its shape; right for any overlap. A C++
  /// integer that does not fit the dtype throws value_error.
  template <class E>
  requires((expression<E> ||
            std::convertible_to<E, detail::element<Element>>)&&!std::same_as<std::remove_cvref_t<E>, ndarray>) void
  operator=(E const& e) && {
    detail::assign_elements(*this, e);
  }

  /// A view of another array by basic indices, written where it stays: see operator().
  template <int From, class... Index>
  ndarray(detail::view_by, ndarray<Element, From, Space> const& of, Index const&... index) : storage_(of.storage_) {
    data_ = of.data_ + detail::index_into(shape_, strides_, of.shape_, of.strides_, index...);
  }

  /// Extents of the axes.
  index_array<Rank> const& shape() const { return shape_; }
  /// Extent of one axis; negative ones count from the end.
  std::int64_t shape(int axis) const { return shape_[normalize_axis(axis, Rank, "cp::ndarray::shape")]; }
  /// Steps along the axes, in elements.
  index_array<Rank> const& strides() const { return strides_; }
  /// Number of elements.
  std::int64_t size() const { return storage_ || Rank > 0 ? size_of(shape_) : 0; }
  /// Number of axes.
  static constexpr int ndim() { return Rank; }
  /// Bytes of an element.
  static constexpr std::int64_t itemsize() { return sizeof(Element); }
  /// Bytes of all elements.
  std::int64_t nbytes() const { return size() * itemsize(); }
  /// The element type as a run-time value.
  static constexpr cp::dtype dtype() { return dtype_of<Element>; }
  /// Element (0, 0, ...).
  Element* data() const { return data_; }
  /// The device whose memory it is; -1 for host memory.
  int device() const { return std::is_same_v<Space, host_space> || !storage_ ? -1 : storage_->device; }
  /// The memory that this handle has a share of.
  storage_ptr const& memory() const { return storage_; }

  /// How the array lies in memory.
  array_flags flags() const {
    return {is_contiguous(shape_, strides_), is_contiguous(transposed().shape_, transposed().strides_),
            storage_ && data_ == storage_->data && nbytes() == storage_->bytes && spans_its_size(),
            reinterpret_cast<std::uintptr_t>(data_) % 16 == 0};
  }

  /// Number of elements along the first axis, as Python's len.
  std::int64_t len() const requires(Rank > 0) { return shape_[0]; }

  /// A view by basic indices: integers (negative ones count from the end), cp::slice, cp::all, cp::newaxis,
  /// cp::ellipsis. With one integer for each axis, an array in host_space gives a reference to the element and one in
  /// cuda_space a view of rank 0. Throws index_error; value_error for a reference to an element of a broadcast view,
  /// which could be written through (`item` reads it).
  template <class... Index>
  requires(basic_index<Index>&&...) decltype(auto) operator()(Index const&... index) const {
    if constexpr (std::is_same_v<Space, host_space> && Rank > 0 && sizeof...(Index) == Rank &&
                  (std::integral<Index> && ...)) {
      if (is_stretched()) detail::throw_stretched_element(shape_.value, Rank);
      return static_cast<Element&>(data_[detail::apply_index<Rank>(shape_, strides_, index...).offset]);
    } else {
      return ndarray<Element, detail::indexed_rank<Rank, Index...>, Space>(detail::view_by{}, *this, index...);
    }
  }
  /// Elements picked by integer expressions and boolean masks, beside integers, slices and the like, as in NumPy
  /// (docs/indexing.md). With integers alone it is a lazy expression; a mask that is read waits, once, for how many
  /// elements there are. Either can be written: `a(i) = x`, `a(i, cp::all) += x`, `a(a < 0) = 0`. Integers in
  /// expressions wrap around their axis. Throws index_error for a mask that has not the extents of its axes, and for an
  /// integer outside its axis; shape_error where what is written does not broadcast.
  template <class... Index>
  requires(!(basic_index<Index> && ...) && !(is_index_tuple<Index> || ...)) auto operator()(
      Index const&... index) const {
    static_assert(((basic_index<Index> || expression<Index>)&&...),
                  "cp: an index is an integer, cp::slice, cp::all, cp::newaxis, cp::ellipsis or an expression of "
                  "integers or booleans");
    return detail::advanced_index(*this, index...);
  }
  /// Elements of the first axis at integers in braces, `a({0, 2})`: as by an array of them.
  template <std::integral I, std::size_t N>
  requires(Rank > 0 && !std::same_as<I, bool>) auto operator()(I const (&index)[N]) const {
    return detail::advanced_index(*this, ndarray<std::int64_t, 1, Space>(index));
  }
  /// By what cp::s_(...) holds: the same as with these indices.
  template <class... Index>
  decltype(auto) operator()(index_tuple<Index...> const& index) const {
    return index.of(*this);
  }
  /// The same for one index, as `a[i]`.
  template <class Index>
  requires(basic_index<Index>&& Rank > 0) decltype(auto) operator[](Index const& index) const { return (*this)(index); }
  /// The same for one index array or mask: `a[i]`, `a[a < 0] = 0`.
  template <expression Index>
  requires(Rank > 0) auto operator[](Index const& index) const { return (*this)(index); }

  /// The same for integers in braces: `a[{0, 2}]`.
  template <std::integral I, std::size_t N>
  requires(Rank > 0 && !std::same_as<I, bool>) auto operator[](I const (&index)[N]) const { return (*this)(index); }

  /// A view with the axes in reverse order.
  ndarray transposed() const {
    index_array<Rank> n, s;
    for (int i = 0; i < Rank; ++i) n[i] = shape_[Rank - 1 - i], s[i] = strides_[Rank - 1 - i];
    return ndarray(storage_, data_, n, s);
  }
  /// NumPy's name for `transposed`.
  ndarray T() const { return transposed(); }

  /// Elements copied to new, C-contiguous memory of the same space.
  ndarray copy() const;
  /// The same with cp::fortran_order: the first axis runs fastest.
  template <class Order>
  ndarray copy(Order order) const {
    return detail::call_method<detail::array_method::copy>(*this, order);
  }
  /// All elements set to `value`, in place. Throws value_error for an integer that does not fit the dtype.
  void fill(detail::element<Element> const& value) const { detail::assign_elements(*this, Element(value)); }
  // What the functions of the same names do, as members.

  using array_methods<ndarray>::ravel;
  using array_methods<ndarray>::flatten;
  /// All elements in the other order, `a.ravel(cp::fortran_order)`, as one axis: a view where possible.
  template <class Order>
  [[nodiscard]] auto ravel(Order order) const {
    return detail::call_method<detail::array_method::ravel>(*this, order);
  }
  /// The same as a copy.
  template <class Order>
  [[nodiscard]] auto flatten(Order order) const {
    return detail::call_method<detail::array_method::flatten>(*this, order);
  }
  /// Sum along a diagonal of two axes: `a.trace(offset, axis1, axis2)`, as cp::trace of fuse/linalg.hpp.
  template <class To = void, class... Which>
  [[nodiscard]] auto trace(Which... which) const {
    return detail::call_method<detail::array_method::trace, To>(*this, which...);
  }

  /// The elements in C order as an expression of one axis, whatever the strides, which can be written: `a.flat() = x`.
  auto flat() const { return detail::flat_of(*this); }
  /// The elements, numbers, with their bytes in the other order, lazily.
  auto byteswap() const;
  /// Elements in C order at indices, which give the shape, lazily, as cp::take.
  template <class I>
  auto take(I const& indices) const;
  /// Elements along an axis at indices, lazily, as cp::take.
  template <class I>
  auto take(I const& indices, int axis) const;
  /// Values written to elements in C order at indices, as cp::put.
  template <class I, class X, class... Mode>
  void put(I const& indices, X const& values, Mode... mode) const;
  /// The choice that each element names, lazily, as cp::choose.
  template <class Choices, class... Mode>
  auto choose(Choices const& choices, Mode... mode) const;
  /// The places of an axis, or of all elements, where a condition holds, as cp::compress; waits.
  template <class C, class... Axis>
  auto compress(C const& condition, Axis... axis) const;
  /// The places of elements that are not zero, an array an axis, as cp::nonzero; waits.
  auto nonzero() const;
  /// Sorts the elements in place along an axis, as cp::sort. Needs fuse/sorting.hpp.
  void sort(int axis = -1) const { detail::sort_by_method<detail::sort_method::sort>(*this, axis); }
  /// The places that sort them, as cp::argsort. Needs fuse/sorting.hpp.
  auto argsort(int axis = -1) const { return detail::sort_by_method<detail::sort_method::argsort>(*this, axis); }
  /// Brings element `kth` of an axis to where sorting puts it, as cp::partition. Needs fuse/sorting.hpp.
  void partition(std::int64_t kth, int axis = -1) const {
    detail::partition_by_method<detail::sort_method::sort>(*this, kth, axis);
  }
  /// The places of such an order, as cp::argpartition. Needs fuse/sorting.hpp.
  auto argpartition(std::int64_t kth, int axis = -1) const {
    return detail::partition_by_method<detail::sort_method::argsort>(*this, kth, axis);
  }
  /// Where elements would be put to keep this sorted array so, as cp::searchsorted. Needs fuse/sorting.hpp.
  template <class V, class... Option>
  auto searchsorted(V const& v, Option... option) const {
    return detail::search_by_method(*this, v, option...);
  }
  /// Each element as often as a count, or an array of them, says, along an axis or of all in C order: cp::repeat.
  template <class Count, class... Axis>
  auto repeat(Count const& count, Axis... axis) const;
  /// The elements on the host, as std::vectors in as many levels as there are axes (rank 0: the element); waits.
  auto tolist() const;
  /// The bytes of the elements in C order, on the host; waits.
  std::vector<unsigned char> tobytes() const;
  /// Copies an array of the host into the data that is there. Throws shape_error for another shape.
  void set(ndarray<Element, Rank, host_space> const& from) const;
  /// The same bytes as elements of type `To`, a view; the last axis, which must be contiguous then, has more or fewer
  /// elements where their size is another one. Throws value_error where that, a stride or the alignment does not fit.
  template <class To>
  ndarray<To, Rank, Space> view() const;

  /// Copied to another space; waits when the destination is the host. The same space gives a share of the same data.
  template <class To>
  ndarray<Element, Rank, To> to() const;
  /// Copied to (or shared with) host memory; waits for the current stream.
  ndarray<Element, Rank, host_space> to_host() const { return to<host_space>(); }

  /// The only element, or the one at `index...`; waits for the current stream. Throws value_error if there are several
  /// and no index says which.
  template <std::integral... I>
  Element item(I... index) const {
    if constexpr (sizeof...(I) == 0) {
      if (size() != 1)
        detail::throw_value("cp::ndarray::item", "an array of exactly one element is needed, this one has", size());
      return read(data_);
    } else {
      static_assert(sizeof...(I) == Rank, "cp: item() takes no index or one for each axis");
      return read(data_ + detail::apply_index<Rank>(shape_, strides_, index...).offset);
    }
  }

  /// The number in an array of rank 0 (waits for it).
  explicit operator Element() const requires(Rank == 0) { return item(); }
  /// The same as another C++ number, or whether it is not zero: `int(a)`, `if (a)`.
  template <class To>
  requires(Rank == 0 && std::is_arithmetic_v<To> && !std::is_same_v<To, Element> &&
           requires(Element const& x) { static_cast<To>(x); }) explicit
  operator To() const {
    return static_cast<To>(item());
  }

  // Several elements are neither a number nor a condition.
  template <class To, class Instead = detail::item_reads_one_element_and_any_or_all_make_one>
  requires(Rank > 0 && std::is_arithmetic_v<To>) explicit operator To() const = delete;  // item(), any() or all()
  /// The elements of one axis, on the host; waits.
  template <std::same_as<std::vector<Element>> To>
  requires(Rank == 1) explicit operator To() const { return tolist(); }

  /// Elements of a 1-D host array, whatever its stride, as random-access iterators for range-for and algorithms.
  detail::element_iterator<Element> begin() const requires(Rank == 1 && std::is_same_v<Space, host_space>) {
    return {data_, strides_[0], 0};
  }
  /// Behind the last element.
  detail::element_iterator<Element> end() const requires(Rank == 1 && std::is_same_v<Space, host_space>) {
    return {data_, strides_[0], shape_[0]};
  }

  /// What the first axis counts, each as a view, for range-for: `for (auto row : a) row += 1;`.
  auto begin() const requires(Rank > 1 || (Rank == 1 && !std::is_same_v<Space, host_space>)) {
    return detail::row_iterator<ndarray>(*this, 0);
  }
  /// Behind the last one.
  auto end() const requires(Rank > 1 || (Rank == 1 && !std::is_same_v<Space, host_space>)) {
    return detail::row_iterator<ndarray>(*this, shape_[0]);
  }

 private:
  /// Whether the last element is as far from the first as the elements are many, so that none is shown twice.
  bool spans_its_size() const {
    std::int64_t last = 0;
    for (int i = 0; i < Rank; ++i) last += (shape_[i] - 1) * strides_[i];
    return size() == 0 || last == size() - 1;
  }

  /// Whether an axis shows one element several times.
  bool is_stretched() const {
    bool found = false;
    for (int i = 0; i < Rank; ++i) found = found || (strides_[i] == 0 && shape_[i] > 1);
    return found;
  }

  static Element read(Element const* at) {
    Element value;
    runtime::read_bytes(&value, at, Space::kind, sizeof(Element));
    return value;
  }

  template <class F>
  void fill_from_host(index_array<Rank> const& shape, F write) {
    std::int64_t const bytes = detail::checked_size("cp::ndarray", shape.value, Rank, sizeof(Element)) *
                               static_cast<std::int64_t>(sizeof(Element));
    storage_ptr host(runtime::allocate(memory_kind::host, bytes));
    if (bytes > 0) write(static_cast<Element*>(host->data));
    if constexpr (std::is_same_v<Space, host_space>) {
      storage_ = std::move(host);
    } else {
      storage_ = storage_ptr(runtime::allocate(Space::kind, bytes));
      if (bytes > 0) runtime::copy_bytes(storage_->data, Space::kind, host->data, memory_kind::host, bytes);
    }
    data_ = static_cast<Element*>(storage_->data);
    shape_ = shape;
    strides_ = contiguous_strides(shape);
  }

  template <class Iterator>
  void copy_range(Iterator first, Iterator last) {
    if constexpr (std::forward_iterator<Iterator>) {
      std::int64_t n = 0;
      for (Iterator i = first; i != last; ++i) ++n;
      fill_from_host({{n}}, [&](Element* to) {
        for (Iterator i = first; i != last; ++i) detail::store_element(to++, *i);
      });
    } else {
      std::vector<Element> read;
      for (; first != last; ++first) {
        Element const next = detail::element_of<Element>(*first);
        try {
          read.push_back(next);
        } catch (std::bad_alloc const&) {
          runtime::throw_out_of_bookkeeping(2 * static_cast<std::int64_t>(read.size() * sizeof(Element)));
        }
      }
      copy_range(read.begin(), read.end());
    }
  }

  template <class, int, class>
  friend class ndarray;

  storage_ptr storage_;
  Element* data_ = nullptr;
  index_array<Rank> shape_;
  index_array<Rank> strides_;
};
/// What an expression is evaluated into: `cp::ndarray y = 2 * x`.
template <expression E>
ndarray(E const&) -> ndarray<typename E::value_type, E::rank,
                             std::conditional_t<std::is_void_v<typename E::space>, default_space, typename E::space>>;

namespace detail {

/// Tells an array's memory that work on the current stream uses it.
template <class T, int Rank, class Space>
void note_use_here(ndarray<T, Rank, Space> const& a) {
  if constexpr (std::is_same_v<Space, cuda_space>)
    if (a.memory() && runtime::is_elsewhere(*a.memory().get(), current_stream().handle))
      runtime::note_use(*a.memory().get(), current_stream().handle);
}

/// New, uninitialised, C-contiguous memory of a shape.
template <class T, int Rank, class Space>
ndarray<T, Rank, Space> make_array(index_array<Rank> const& shape, char const* where) {
  std::int64_t const n = checked_size(where, shape.value, Rank, sizeof(T));
  storage_ptr memory(runtime::allocate(Space::kind, n * static_cast<std::int64_t>(sizeof(T))));
  T* const data = static_cast<T*>(memory->data);
  return ndarray<T, Rank, Space>(std::move(memory), data, shape, contiguous_strides(shape));
}

}  // namespace detail

template <class Element, int Rank, class Space>
ndarray<Element, Rank, Space> ndarray<Element, Rank, Space>::copy() const {
  auto made = detail::make_array<Element, Rank, Space>(shape_, "cp::ndarray::copy");
  if (is_contiguous(shape_, strides_)) {
    detail::note_use_here(*this);
    if (size() > 0) runtime::copy_bytes(made.data(), Space::kind, data_, Space::kind, nbytes());
  } else {
    detail::assign_elements(made, *this);
  }
  return made;
}

template <class Element, int Rank, class Space>
template <class To>
ndarray<Element, Rank, To> ndarray<Element, Rank, Space>::to() const {
  if constexpr (std::is_same_v<To, Space>) {
    if constexpr (std::is_same_v<To, host_space>) synchronize();
    return *this;
  } else {
    auto made = detail::make_array<Element, Rank, To>(shape_, "cp::ndarray::to");
    if (size() == 0) return made;
    ndarray const source = is_contiguous(shape_, strides_) ? *this : copy();
    // Pinned memory is copied while the host goes on: it must not be had again before.
    memory_kind const from = source.memory() ? source.memory()->kind : Space::kind;
    if (from == memory_kind::pinned)
      runtime::note_use(*source.memory().get(), current_stream().handle);
    else
      detail::note_use_here(source);
    runtime::copy_bytes(made.data(), To::kind, source.data(), from, nbytes());  // to the host it waits
    return made;
  }
}

}  // namespace cp
