# LAPACK by its C interface, with the BLAS that CBLAS::CBLAS is: the target LAPACKE::LAPACKE. LAPACKE_HEADER says what to
# include. It may be part of the BLAS (MKL, OpenBLAS as many build it) or a library of its own (Netlib's).
# What the system lacks may lie in the project's build/deps (include, lib), as doctest may.

# lapacke_try(LIBRARY...): sets LAPACKE_LIBRARIES if a program links with them and the BLAS.
function(lapacke_try)
  if(DEFINED LAPACKE_LIBRARIES OR NOT LAPACKE_INCLUDE_DIR OR "${ARGN}" MATCHES "NOTFOUND")
    return()
  endif()
  try_compile(links
    SOURCE_FROM_CONTENT lapacke.cpp "#include <${LAPACKE_HEADER}>
int main() {
  double a = 4;
  static_assert(sizeof(lapack_int) == sizeof(int));
  return LAPACKE_dpotrf_work(LAPACK_COL_MAJOR, 'L', 1, &a, 1) == 0 && a == 2 ? 0 : 1;
}
"
    NO_CACHE CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${LAPACKE_INCLUDE_DIR}" LINK_LIBRARIES ${ARGN} CBLAS::CBLAS OUTPUT_VARIABLE output)
  if(links)
    set(LAPACKE_LIBRARIES "${ARGN}" PARENT_SCOPE)
  else()
    message(VERBOSE "LAPACKE (${ARGN}) does not link:\n${output}")
  endif()
endfunction()

if(NOT TARGET LAPACKE::LAPACKE)
  find_package(CBLAS QUIET)
  unset(LAPACKE_LIBRARIES)
  foreach(path LAPACKE_LIBRARY LAPACKE_INCLUDE_DIR)
    if(${path} AND NOT EXISTS "${${path}}")  # what an earlier run found may be gone
      unset(${path} CACHE)
    endif()
  endforeach()
  if(CBLAS_FOUND)
    set(LAPACKE_HEADER lapacke.h)
    if(CBLAS_HEADER MATCHES "mkl_")
      set(LAPACKE_HEADER mkl_lapacke.h)
    endif()
    get_target_property(cblas_folders CBLAS::CBLAS INTERFACE_INCLUDE_DIRECTORIES)
    find_path(LAPACKE_INCLUDE_DIR ${LAPACKE_HEADER} HINTS "${PROJECT_SOURCE_DIR}/build/deps/include" ${cblas_folders}
              PATH_SUFFIXES lapacke openblas)
    find_library(LAPACKE_LIBRARY lapacke HINTS "${PROJECT_SOURCE_DIR}/build/deps/lib")
    mark_as_advanced(LAPACKE_LIBRARY LAPACKE_INCLUDE_DIR)
    lapacke_try()
    lapacke_try("${LAPACKE_LIBRARY}")
    if(NOT DEFINED LAPACKE_LIBRARIES AND LAPACKE_LIBRARY)  # one that does not bring its LAPACK with it
      find_package(LAPACK QUIET)
      lapacke_try("${LAPACKE_LIBRARY}" ${LAPACK_LIBRARIES})
    endif()
  endif()
  set(LAPACKE_LINKS OFF)
  if(DEFINED LAPACKE_LIBRARIES)
    set(LAPACKE_LINKS ON)
  endif()
else()  # found before, perhaps in a scope that has ended
  set(LAPACKE_LINKS ON)
  get_target_property(LAPACKE_HEADER LAPACKE::LAPACKE FUSE_LAPACKE_HEADER)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LAPACKE
  REQUIRED_VARS LAPACKE_INCLUDE_DIR LAPACKE_LINKS
  REASON_FAILURE_MESSAGE "decompositions of matrices in host memory need LAPACKE (liblapacke-dev on Debian and Ubuntu) and a BLAS")

if(LAPACKE_FOUND AND NOT TARGET LAPACKE::LAPACKE)
  add_library(LAPACKE::LAPACKE INTERFACE IMPORTED)
  target_include_directories(LAPACKE::LAPACKE INTERFACE "${LAPACKE_INCLUDE_DIR}")
  target_link_libraries(LAPACKE::LAPACKE INTERFACE ${LAPACKE_LIBRARIES} CBLAS::CBLAS)
  set_property(TARGET LAPACKE::LAPACKE PROPERTY FUSE_LAPACKE_HEADER "${LAPACKE_HEADER}")
endif()
