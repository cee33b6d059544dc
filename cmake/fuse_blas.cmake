# OpenBLAS with its C interface: products of matrices in host memory.
# Where the system has none, it may lie in build/deps (include, lib), as doctest may.
set(BLA_VENDOR OpenBLAS)
list(APPEND CMAKE_PREFIX_PATH "${PROJECT_SOURCE_DIR}/build/deps")
find_package(BLAS REQUIRED)
find_path(FUSE_CBLAS_INCLUDE_DIR cblas.h HINTS "${PROJECT_SOURCE_DIR}/build/deps/include" PATH_SUFFIXES openblas openblas-pthread openblas-openmp openblas-serial)
mark_as_advanced(FUSE_CBLAS_INCLUDE_DIR)
if(NOT FUSE_CBLAS_INCLUDE_DIR)
  message(FATAL_ERROR "cblas.h was not found: install OpenBLAS's headers (libopenblas-dev on Debian and Ubuntu)")
endif()
target_include_directories(fuse SYSTEM PRIVATE "${FUSE_CBLAS_INCLUDE_DIR}")
target_link_libraries(fuse PRIVATE BLAS::BLAS)
