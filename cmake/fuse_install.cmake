# cmake --install, and the package that find_package(fuse) finds.
include(CMakePackageConfigHelpers)
set(fuse_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/fuse")

install(TARGETS fuse EXPORT fuse_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
                                         LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/fuse" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh" PATTERN "*.inc")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(EXPORT fuse_targets NAMESPACE fuse:: FILE fuseTargets.cmake DESTINATION ${fuse_package_dir})

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/fuseConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/fuseConfig.cmake" INSTALL_DESTINATION ${fuse_package_dir})
write_basic_package_version_file("${PROJECT_BINARY_DIR}/fuseConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
foreach(module CBLAS LAPACKE FFTW3)
  install(FILES "${PROJECT_SOURCE_DIR}/cmake/Find${module}.cmake" DESTINATION ${fuse_package_dir})
endforeach()
install(FILES "${PROJECT_BINARY_DIR}/fuseConfig.cmake" "${PROJECT_BINARY_DIR}/fuseConfigVersion.cmake"
        DESTINATION ${fuse_package_dir})
