// Compiles what every test includes: see fuse_test_headers in CMakeLists.txt.
