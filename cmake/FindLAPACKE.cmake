# LAPACK by its C interface, and BLAS by its own, of OpenBLAS: the target LAPACKE::LAPACKE.
# What the system lacks may lie in the project's build/deps (include, lib), as doctest may.
if(NOT TARGET LAPACKE::LAPACKE)
  find_library(LAPACKE_LIBRARY lapacke HINTS "${PROJECT_SOURCE_DIR}/build/deps/lib")
  find_library(LAPACKE_OPENBLAS_LIBRARY openblas HINTS "${PROJECT_SOURCE_DIR}/build/deps/lib"
               PATH_SUFFIXES openblas-pthread openblas-openmp openblas-serial)
  find_path(LAPACKE_INCLUDE_DIR lapacke.h HINTS "${PROJECT_SOURCE_DIR}/build/deps/include" PATH_SUFFIXES lapacke openblas)
  find_path(LAPACKE_CBLAS_INCLUDE_DIR cblas.h HINTS "${PROJECT_SOURCE_DIR}/build/deps/include"
            PATH_SUFFIXES openblas openblas-pthread openblas-openmp openblas-serial)
  mark_as_advanced(LAPACKE_LIBRARY LAPACKE_OPENBLAS_LIBRARY LAPACKE_INCLUDE_DIR LAPACKE_CBLAS_INCLUDE_DIR)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LAPACKE
  REQUIRED_VARS LAPACKE_LIBRARY LAPACKE_OPENBLAS_LIBRARY LAPACKE_INCLUDE_DIR LAPACKE_CBLAS_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "linear algebra in host memory needs OpenBLAS and LAPACKE (libopenblas-dev and liblapacke-dev on Debian and Ubuntu)")

if(LAPACKE_FOUND AND NOT TARGET LAPACKE::LAPACKE)
  add_library(LAPACKE::LAPACKE INTERFACE IMPORTED)
  target_include_directories(LAPACKE::LAPACKE INTERFACE "${LAPACKE_INCLUDE_DIR}" "${LAPACKE_CBLAS_INCLUDE_DIR}")
  target_link_libraries(LAPACKE::LAPACKE INTERFACE "${LAPACKE_LIBRARY}" "${LAPACKE_OPENBLAS_LIBRARY}")
endif()
