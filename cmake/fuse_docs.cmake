# The target docs: the reference from the headers' comments. An undocumented public name is an error.
find_program(FUSE_DOXYGEN doxygen)
mark_as_advanced(FUSE_DOXYGEN)
if(FUSE_DOXYGEN)
  configure_file("${PROJECT_SOURCE_DIR}/docs/Doxyfile.in" "${PROJECT_BINARY_DIR}/Doxyfile" @ONLY)
  add_custom_target(docs COMMAND ${FUSE_DOXYGEN} "${PROJECT_BINARY_DIR}/Doxyfile" VERBATIM
                    COMMENT "Reference: ${PROJECT_BINARY_DIR}/docs/html/index.html")
endif()
