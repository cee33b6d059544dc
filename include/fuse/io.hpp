// Arrays and files: NumPy's .npy and .npz formats, tables of text, raw bytes, mapped files; text of
// numbers by options. (Arrays as text are in fuse/io/print.hpp.)
#pragma once

#include <fuse/array/foreign.hpp>
#include <fuse/io/load.hpp>
#include <fuse/io/npz.hpp>
#include <fuse/io/number_format.hpp>
#include <fuse/io/print.hpp>
#include <fuse/io/raw.hpp>
#include <fuse/io/text.hpp>
