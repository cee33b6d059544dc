# BLAS by its C interface, of any library that has one: the target CBLAS::CBLAS. CBLAS_NAME says which was found, CBLAS_HEADER
# what to include.
#
# Looked for in this order: what BLA_VENDOR names (see CMake's FindBLAS), OpenBLAS, MKL, BLIS, what find_package(BLAS) finds,
# Netlib's. pkg-config and $MKLROOT say where, and what the system lacks may lie in the project's build/deps (include, lib).
# A library is found if a program that calls it compiles and links.

# cblas_try(NAME HEADER INCLUDE_FOLDER LIBRARY...): sets CBLAS_NAME, CBLAS_HEADER, CBLAS_INCLUDE_DIR and CBLAS_LIBRARIES if a
# program links.
function(cblas_try name header include_dir)
  if(CBLAS_NAME OR NOT include_dir OR NOT ARGN OR "${ARGN}" MATCHES "NOTFOUND")
    return()
  endif()
  try_compile(links
    SOURCE_FROM_CONTENT cblas.cpp "#include <${header}>
int main() {
  float a = 1, b = 2, c = 0, z[2] = {1, 0};
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, 1, 1, 1, 1, &a, 1, &b, 1, 0, &c, 1);
  cblas_cgemv(CblasColMajor, CblasConjTrans, 1, 1, z, z, 1, z, 1, z, z, 1);
  return c == 2 ? 0 : 1;
}
"
    NO_CACHE CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${include_dir}" LINK_LIBRARIES ${ARGN} OUTPUT_VARIABLE output)
  if(links)
    set(CBLAS_NAME "${name}" PARENT_SCOPE)
    set(CBLAS_HEADER "${header}" PARENT_SCOPE)
    set(CBLAS_INCLUDE_DIR "${include_dir}" PARENT_SCOPE)
    set(CBLAS_LIBRARIES "${ARGN}" PARENT_SCOPE)
  else()
    message(VERBOSE "${name} (${ARGN}) does not link:\n${output}")
  endif()
endfunction()

# cblas_find(NAME HEADER LIBRARY_NAME MODULE [FOLDER...]): looks for a library and its header; folders are suffixes of both.
macro(cblas_find name header library module)
  if(NOT CBLAS_NAME)
    string(TOUPPER "CBLAS_${name}" prefix)
    if(PKG_CONFIG_FOUND)
      pkg_check_modules(${prefix}_PC QUIET ${module})
    endif()
    # What an earlier run found may be gone.
    foreach(path ${prefix}_LIBRARY ${prefix}_INCLUDE_DIR)
      if(${path} AND NOT EXISTS "${${path}}")
        unset(${path} CACHE)
      endif()
    endforeach()
    find_library(${prefix}_LIBRARY ${library} HINTS "${PROJECT_SOURCE_DIR}/build/deps/lib" ${${prefix}_PC_LIBRARY_DIRS}
                 $ENV{MKLROOT}/lib $ENV{MKLROOT}/lib/intel64 PATH_SUFFIXES ${ARGN})
    find_path(${prefix}_INCLUDE_DIR ${header} HINTS "${PROJECT_SOURCE_DIR}/build/deps/include" ${${prefix}_PC_INCLUDE_DIRS}
              $ENV{MKLROOT}/include PATH_SUFFIXES ${ARGN})
    mark_as_advanced(${prefix}_LIBRARY ${prefix}_INCLUDE_DIR)
    cblas_try("${name}" ${header} "${${prefix}_INCLUDE_DIR}" "${${prefix}_LIBRARY}")
  endif()
endmacro()

# cblas_by_cmake(): what CMake's own module finds, with the header of cblas.h's usual places.
macro(cblas_by_cmake)
  if(NOT CBLAS_NAME)
    find_package(BLAS QUIET)
    if(BLAS_FOUND)
      find_path(CBLAS_BLAS_INCLUDE_DIR NAMES cblas.h mkl_cblas.h HINTS "${PROJECT_SOURCE_DIR}/build/deps/include" $ENV{MKLROOT}/include
                PATH_SUFFIXES openblas blis)
      find_library(CBLAS_CBLAS_LIBRARY cblas HINTS "${PROJECT_SOURCE_DIR}/build/deps/lib")
      mark_as_advanced(CBLAS_BLAS_INCLUDE_DIR CBLAS_CBLAS_LIBRARY)
      set(cblas_name BLAS)
      if(cblas_vendor)
        set(cblas_name ${cblas_vendor})
      endif()
      foreach(header cblas.h mkl_cblas.h)
        if(EXISTS "${CBLAS_BLAS_INCLUDE_DIR}/${header}")
          cblas_try(${cblas_name} ${header} "${CBLAS_BLAS_INCLUDE_DIR}" ${BLAS_LINKER_FLAGS} ${BLAS_LIBRARIES})
          # Netlib's C interface is a library of its own in many places.
          cblas_try(${cblas_name} ${header} "${CBLAS_BLAS_INCLUDE_DIR}" "${CBLAS_CBLAS_LIBRARY}" ${BLAS_LINKER_FLAGS} ${BLAS_LIBRARIES})
        endif()
      endforeach()
    endif()
  endif()
endmacro()

if(NOT TARGET CBLAS::CBLAS)
  foreach(result NAME HEADER INCLUDE_DIR LIBRARIES)
    unset(CBLAS_${result})
  endforeach()
  find_package(PkgConfig QUIET)
  set(cblas_vendor "${BLA_VENDOR}")  # CMake's module sets it to All
  if(NOT cblas_vendor)
    set(cblas_vendor "$ENV{BLA_VENDOR}")
  endif()
  if(cblas_vendor)
    cblas_by_cmake()
  else()
    cblas_find(OpenBLAS cblas.h openblas openblas openblas openblas-pthread openblas-openmp openblas-serial)
    cblas_find(MKL mkl_cblas.h mkl_rt mkl-dynamic-lp64-gomp mkl intel64)
    cblas_find(BLIS cblas.h blis blis blis blis-pthread blis-openmp blis-serial)
    cblas_by_cmake()
    unset(BLA_VENDOR)
  endif()
  # Whose is what stands under a common name? Netlib's is right, and slow.
  if(CBLAS_NAME STREQUAL "BLAS")
    foreach(library IN LISTS CBLAS_LIBRARIES)
      file(REAL_PATH "${library}" path)
      if(path MATCHES "/blas/libblas\\.|/lib(cblas|refblas)\\.")
        set(CBLAS_NAME "Netlib")
      elseif(path MATCHES "/(blis|openblas|atlas)")
        set(CBLAS_NAME "${CMAKE_MATCH_1}")
      endif()
    endforeach()
  endif()
else()  # found before, perhaps in a scope that has ended
  foreach(result NAME HEADER INCLUDE_DIR LIBRARIES)
    get_target_property(CBLAS_${result} CBLAS::CBLAS FUSE_CBLAS_${result})
  endforeach()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CBLAS
  REQUIRED_VARS CBLAS_LIBRARIES CBLAS_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "products of matrices in host memory need a BLAS with its C interface (libopenblas-dev on Debian and Ubuntu)")

if(CBLAS_FOUND AND NOT TARGET CBLAS::CBLAS)
  add_library(CBLAS::CBLAS INTERFACE IMPORTED)
  target_include_directories(CBLAS::CBLAS INTERFACE "${CBLAS_INCLUDE_DIR}")
  target_link_libraries(CBLAS::CBLAS INTERFACE ${CBLAS_LIBRARIES})
  foreach(result NAME HEADER INCLUDE_DIR LIBRARIES)
    set_property(TARGET CBLAS::CBLAS PROPERTY FUSE_CBLAS_${result} "${CBLAS_${result}}")
  endforeach()
endif()
