// Tables of numbers as text: loadtxt, genfromtxt, savetxt.
#pragma once

#include <cstdint>
#include <fuse/array/ndarray.hpp>
#include <fuse/expr/evaluate.hpp>
#include <fuse/io/load.hpp>
#include <fuse/io/npy.hpp>
#include <fuse/io/number.hpp>
#include <string>
#include <utility>
#include <vector>

namespace cp {

/// How cp::loadtxt reads.
struct loadtxt_options {
  std::vector<std::string> comments = {"#"};    ///< what a comment begins with, up to the end of its line
  std::string delimiter = "";                   ///< between fields; empty: runs of white space
  std::vector<text_converter> converters = {};  ///< functions that read fields of a column
  std::int64_t skiprows = 0;                    ///< so many lines are skipped first, whatever they are
  std::vector<int> usecols = {};                ///< columns that are read, in this order; none named: all
  bool unpack = false;                          ///< gives the transpose, so that `a(0)` is the first column
  std::int64_t max_rows = -1;                   ///< so many rows are read; -1: all
  cp::progress progress = {};                   ///< who is told how much of the text is read
};

/// How cp::genfromtxt reads.
struct genfromtxt_options {
  std::vector<std::string> comments = {"#"};        ///< what a comment begins with, up to the end of its line
  std::string delimiter = "";                       ///< between fields; empty: runs of white space
  std::vector<std::int64_t> widths = {};            ///< where it is not empty, fields are so many characters wide
  std::int64_t skip_header = 0;                     ///< so many lines are skipped first, whatever they are
  std::int64_t skip_footer = 0;                     ///< so many rows are dropped at the end
  std::vector<text_converter> converters = {};      ///< functions that read fields of a column
  std::vector<io::any_number> filling_values = {};  ///< for fields that are no number: one for all columns, or one each
  std::vector<int> usecols = {};                    ///< columns that are read, in this order; none named: all
  bool unpack = false;                              ///< gives the transpose, so that `a(0)` is the first column
  bool invalid_raise = true;                        ///< rows of another length are an error, not left out
  std::int64_t max_rows = -1;                       ///< so many rows are read; -1: all
  cp::progress progress = {};                       ///< who is told how much of the text is read
};

/// How cp::savetxt writes.
struct savetxt_options {
  /// A format of Python's and printf's for all elements (`%.6g`, `%d`, `%s`: the fewest digits), one for a whole row
  /// (`%d: %.3f`), or one a column.
  std::vector<std::string> fmt = {"%.18e"};
  std::string delimiter = " ";  ///< between columns
  std::string newline = "\n";   ///< behind each row
  std::string header = "";      ///< lines before the rows, each behind `comments`
  std::string footer = "";      ///< lines behind them
  std::string comments = "# ";  ///< what headers and footers begin with
  cp::progress progress = {};   ///< who is told how much is written; the total is -1 until the last call
};

namespace io {

/// All that can be said of how a table is read.
struct table_rules {
  char const* where = "";                                   ///< the function that messages name
  dtype_id dtype = dtype_id::float64;                       ///< of the elements
  std::vector<std::string> const* comments = nullptr;       ///< what comments begin with
  std::string delimiter;                                    ///< between fields; empty: runs of white space
  std::vector<std::int64_t> widths;                         ///< where it is not empty, widths of fields
  std::int64_t skip_first = 0;                              ///< lines
  std::int64_t skip_last = 0;                               ///< rows
  std::int64_t max_rows = -1;                               ///< -1: all
  std::vector<int> columns;                                 ///< those that are read; none: all
  std::vector<text_converter> const* converters = nullptr;  ///< of columns
  std::vector<any_number> const* fillings = nullptr;        ///< not null: fields that are no numbers are filled
  bool leave_out_invalid = false;                           ///< rows of another length are left out
  progress told;                                            ///< who hears of the bytes that are read
};

/// A table in host memory, row by row.
struct table {
  storage_ptr memory;        ///< the elements
  std::int64_t rows = 0;     ///< how many rows
  std::int64_t columns = 0;  ///< of how many elements
};

/// Reads a table from front to back: memory is taken as rows come, twice what they take in all.
///
/// throws  value_error for what is no table of such numbers, naming line and column; io_error
table read_table(byte_source& source, table_rules rules);

/// The rules of the public functions.
table_rules rules_of(loadtxt_options const& options, dtype_id dtype);
table_rules rules_of(genfromtxt_options const& options, dtype_id dtype);

/// Writes rows of elements in host memory; strides are in elements.
void write_table(std::string const& path, savetxt_options const& options, dtype_id dtype, void const* data,
                 std::int64_t const (&shape)[2], std::int64_t const (&strides)[2]);

}  // namespace io

namespace detail {

/// Throws shape_error unless rows and columns are one axis, or a single element.
void check_table_rank(char const* where, std::string const& name, io::table const& t, int rank);

template <class T, int Rank, class Space>
ndarray<T, Rank, Space> array_of_table(char const* where, std::string const& name, io::table t, bool unpack) {
  static_assert(number<T>, "cp: text is read as numbers, of a dtype that NumPy or ml_dtypes has");
  static_assert(Rank >= 0 && Rank <= 2, "cp: a text file holds an array of at most two axes");
  check_table_rank(where, name, t, Rank);
  index_array<Rank> shape;
  if constexpr (Rank == 2) shape = {{t.rows, t.columns}};
  if constexpr (Rank == 1) shape = {{t.rows * t.columns}};
  T* const data = static_cast<T*>(t.memory->data);
  ndarray<T, Rank, host_space> const host(std::move(t.memory), data, shape, contiguous_strides(shape));
  auto const a = host.template to<Space>();
  return unpack ? a.transposed() : a;
}

}  // namespace detail

/// Reads a table of numbers from a text file: a row a line, all of equal length. An array of one axis is a file of one
/// row or one column. The file is read once, from front to back. Text that is not there gives an array of no rows.
///
/// throws  value_error for a field that is no number of this dtype, and for rows of different lengths, naming line and
///         column; shape_error for a table that has not `Rank` axes; io_error
/// numpy   numpy.loadtxt
template <class T = double, int Rank = 2, class Space = default_space>
[[nodiscard]] ndarray<T, Rank, Space> loadtxt(io::byte_source& source, loadtxt_options const& options = {}) {
  return detail::array_of_table<T, Rank, Space>(
      "cp::loadtxt", source.name(), io::read_table(source, io::rules_of(options, dtype_traits<T>::id)), options.unpack);
}
/// The same of a file with a name.
template <class T = double, int Rank = 2, class Space = default_space>
[[nodiscard]] ndarray<T, Rank, Space> loadtxt(std::string const& path, loadtxt_options const& options = {}) {
  io::file_source source(path);
  return loadtxt<T, Rank, Space>(source, options);
}

/// Reads a table of which fields may be missing or no numbers: those are NaN, -1 in integers, false in booleans, or
/// what `filling_values` says. Otherwise as cp::loadtxt.
///
/// throws  value_error for rows of different lengths, naming their lines; for an integer that does not fit; shape_error
///         for a table that has not `Rank` axes; io_error
/// numpy   numpy.genfromtxt
template <class T = double, int Rank = 2, class Space = default_space>
[[nodiscard]] ndarray<T, Rank, Space> genfromtxt(io::byte_source& source, genfromtxt_options const& options = {}) {
  return detail::array_of_table<T, Rank, Space>("cp::genfromtxt", source.name(),
                                                io::read_table(source, io::rules_of(options, dtype_traits<T>::id)),
                                                options.unpack);
}
/// The same of a file with a name.
template <class T = double, int Rank = 2, class Space = default_space>
[[nodiscard]] ndarray<T, Rank, Space> genfromtxt(std::string const& path, genfromtxt_options const& options = {}) {
  io::file_source source(path);
  return genfromtxt<T, Rank, Space>(source, options);
}

/// Writes an array (of an expression its value) as text, a row a line; of one axis an element a line. Complex elements
/// are ` (re+imj)` where one format serves all. Waits for the current stream.
///
/// throws  value_error for a format that is none, does not fit the dtype or is not there for each column, before
///         anything is written; io_error
/// numpy   numpy.savetxt
template <expression E>
void savetxt(std::string const& path, E const& e, savetxt_options const& options = {}) {
  using T = typename E::value_type;
  static_assert(number<T>, "cp::savetxt writes numbers");
  static_assert(E::rank == 1 || E::rank == 2, "cp::savetxt writes arrays of one or two axes");
  auto const h = eval(e).to_host();
  std::int64_t shape[2] = {h.shape()[0], 1}, strides[2] = {h.strides()[0], 1};
  if constexpr (E::rank == 2) shape[1] = h.shape()[1], strides[1] = h.strides()[1];
  io::write_table(path, options, dtype_traits<T>::id, h.data(), shape, strides);
}

}  // namespace cp
