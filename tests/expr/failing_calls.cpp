// Stands before every call of failing_calls.inc: the linker's --wrap sends here what calls one, and what is not to fail
// goes on to it.
#include "failing_calls.hpp"

namespace tests {

std::atomic<long> calls_left{never_fails};

}  // namespace tests

/// The code that a call returns instead of doing anything, or 0.
extern "C" int fuse_test_code(int code) {
  if (tests::calls_left.load() == tests::never_fails) return 0;
  return tests::calls_left.fetch_sub(1) == 0 ? code : 0;
}

// Whatever a call's arguments are, they stay where they are: the registers that hold the first six of them are put
// aside.
#define FUSE_CALL(name, code)                                                            \
  asm(".text\n.globl __wrap_" #name "\n.type __wrap_" #name ", @function\n__wrap_" #name \
      ":\n"                                                                              \
      "push %rdi\npush %rsi\npush %rdx\npush %rcx\npush %r8\npush %r9\nsub $8, %rsp\n"   \
      "mov $" #code                                                                      \
      ", %edi\ncall fuse_test_code@PLT\n"                                                \
      "add $8, %rsp\npop %r9\npop %r8\npop %rcx\npop %rdx\npop %rsi\npop %rdi\n"         \
      "test %eax, %eax\njne 1f\njmp __real_" #name "@PLT\n1: ret\n.size __wrap_" #name ", . - __wrap_" #name "\n");
#include "failing_calls.inc"
