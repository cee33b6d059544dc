# Linear algebra in host memory: OpenBLAS, and LAPACK by its C interface LAPACKE. FUSE_LAPACK_LIBRARIES is what to link.
find_library(FUSE_OPENBLAS_LIBRARY openblas PATH_SUFFIXES openblas-pthread openblas-openmp openblas-serial)
find_library(FUSE_LAPACKE_LIBRARY lapacke)
find_path(FUSE_CBLAS_INCLUDE_DIR cblas.h PATH_SUFFIXES openblas openblas-pthread)
find_path(FUSE_LAPACKE_INCLUDE_DIR lapacke.h PATH_SUFFIXES lapacke openblas)
mark_as_advanced(FUSE_OPENBLAS_LIBRARY FUSE_LAPACKE_LIBRARY FUSE_CBLAS_INCLUDE_DIR FUSE_LAPACKE_INCLUDE_DIR)
foreach(part FUSE_OPENBLAS_LIBRARY FUSE_LAPACKE_LIBRARY FUSE_CBLAS_INCLUDE_DIR FUSE_LAPACKE_INCLUDE_DIR)
  if(NOT ${part})
    message(FATAL_ERROR "${part} was not found: linear algebra needs OpenBLAS and LAPACKE (libopenblas-dev and "
                        "liblapacke-dev on Debian and Ubuntu), or set ${part}")
  endif()
endforeach()
set(FUSE_LAPACK_LIBRARIES "${FUSE_LAPACKE_LIBRARY}" "${FUSE_OPENBLAS_LIBRARY}")
