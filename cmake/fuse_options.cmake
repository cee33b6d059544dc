# Options, each with a default that needs no thought, and the flags that follow from them.
set(FUSE_CUDA AUTO CACHE STRING "Build for CUDA: ON, OFF, or AUTO (where nvcc is found; in another project: where that enabled CUDA)")
set_property(CACHE FUSE_CUDA PROPERTY STRINGS AUTO ON OFF)
option(FUSE_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(FUSE_BUILD_EXAMPLES "Build the examples" ${PROJECT_IS_TOP_LEVEL})
option(FUSE_BUILD_BENCH "Build the benchmarks" ${PROJECT_IS_TOP_LEVEL})
option(FUSE_FFTW "Fourier transforms in host memory by FFTW, where it is found (GPL)" ON)
option(FUSE_NATIVE "Compile our own tests, examples and benchmarks for this machine's vector instructions" ON)
option(FUSE_WERROR "Treat warnings in our own code as errors" OFF)
option(FUSE_COVERAGE "Count which lines and branches of src/ run: scripts/line_coverage" OFF)
set(FUSE_SANITIZE "" CACHE STRING "Sanitizers, separated by semicolons: address, undefined, thread")

if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
  endif()
  set(CMAKE_CXX_EXTENSIONS OFF)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  find_program(FUSE_CCACHE ccache)
  mark_as_advanced(FUSE_CCACHE)
  if(FUSE_CCACHE)
    foreach(language CXX CUDA)
      if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
        # What ccache must not mind to cache files that use a precompiled header (the tests do); and clones of the
        # repository share what they compile, but for a debugger, which wants each one's sources.
        set(shared "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}")
        if(NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
          list(APPEND shared CCACHE_NOHASHDIR=1)
        endif()
        set(CMAKE_${language}_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${shared}
                                                "${FUSE_CCACHE}")
      endif()
    endforeach()
  endif()
endif()

if(FUSE_SANITIZE)
  string(REPLACE ";" "," sanitizers "${FUSE_SANITIZE}")
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${sanitizers}>
                      $<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize-recover=all>
                      $<$<COMPILE_LANGUAGE:CXX>:-fno-omit-frame-pointer>)
  add_link_options(-fsanitize=${sanitizers})
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # which says so itself
    foreach(sanitizer address thread)
      if(FUSE_SANITIZE MATCHES "${sanitizer}")
        string(TOUPPER "${sanitizer}" sanitizer)
        add_compile_definitions("__SANITIZE_${sanitizer}__=1")
      endif()
    endforeach()
  endif()
  # What AddressSanitizer reports too need not be checked twice.
  if(FUSE_SANITIZE MATCHES "address" AND FUSE_SANITIZE MATCHES "undefined")
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize=null,object-size,vptr>)
  endif()
endif()

# Host kernels are templates, so these flags belong to every program that uses the library: loops are vectorised as
# their pragma says (no OpenMP runtime), and elementary functions need not set errno or raise floating-point traps.
set(FUSE_HOST_KERNEL_FLAGS -fopenmp-simd -fno-math-errno -fno-trapping-math)

# A long lambda of cp::fuse is a deeply nested type: compilers stop at 900 levels (g++), 1024 (clang) or 200 (nvcc).
set(FUSE_TEMPLATE_DEPTH -ftemplate-depth=5000)

# What a program needs to include and call the library; exported with it.
function(fuse_usage_requirements target)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                              $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_definitions(${target} PUBLIC FUSE_CUDA=$<BOOL:${FUSE_WITH_CUDA}>)
  foreach(flag IN LISTS FUSE_HOST_KERNEL_FLAGS FUSE_TEMPLATE_DEPTH)
    target_compile_options(${target} PUBLIC $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:${flag}>)
  endforeach()
  if(FUSE_WITH_CUDA)
    foreach(flag IN LISTS FUSE_HOST_KERNEL_FLAGS FUSE_TEMPLATE_DEPTH)
      target_compile_options(${target} PUBLIC $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${flag}>)
    endforeach()
    target_compile_options(${target} PUBLIC $<$<COMPILE_LANGUAGE:CUDA>:${FUSE_TEMPLATE_DEPTH}>)
    # CMake 3.25 knows no C++20 for nvcc, hence the plain option.
    target_compile_options(${target} PUBLIC $<$<COMPILE_LANGUAGE:CUDA>:-std=c++20>
                                            $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr>
                                            $<$<COMPILE_LANGUAGE:CUDA>:--extended-lambda>)
  endif()
endfunction()

function(fuse_warnings target)
  set(flags -Wall -Wextra)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND flags -Wshadow)  # clang's finds what is declared in a namespace around, too
  else()
    list(APPEND flags -Wno-pass-failed)  # loops that are no vectors at -O0
  endif()
  if(FUSE_WERROR)
    list(APPEND flags -Werror)
  endif()
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:${flags}>)
  # nvcc's generated code shadows names, so CUDA sources do without -Wshadow.
  list(REMOVE_ITEM flags -Wshadow)
  list(JOIN flags "," flags)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${flags}>)
endfunction()

# A program of our own: a test, an example or a benchmark.
function(fuse_program target)
  target_link_libraries(${target} PRIVATE fuse::fuse)
  fuse_warnings(${target})
  if(FUSE_NATIVE)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-march=native>)
  endif()
endfunction()

# fuse_parsed(TARGET SOURCE): a CUDA source that is compiled only to see whether it compiles. Its device code is parsed and instantiated, and
# nothing is made of it where nvcc can be told so.
function(fuse_parsed target source)
  include(CheckCompilerFlag)
  check_compiler_flag(CUDA --fdevice-syntax-only FUSE_NVCC_HAS_SYNTAX_ONLY)
  set_source_files_properties("${source}" PROPERTIES LANGUAGE CUDA)
  add_library(${target} OBJECT "${source}")
  set_target_properties(${target} PROPERTIES CUDA_PTX_COMPILATION ON)
  if(FUSE_NVCC_HAS_SYNTAX_ONLY)
    target_compile_options(${target} PRIVATE --fdevice-syntax-only)
  endif()
  fuse_program(${target})
endfunction()
