// SPDX-License-Identifier: Apache-2.0
// Runs the lowered pstudio.profile functions on the host, one lane at a time, with a machine that a
// test sets by hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace pstudio::test {

/// What the markers of codegen/cpu/intrinsics.h answer the lane that calls.
struct Machine {
  uint32_t threadId[3] = {0, 0, 0};
  uint32_t blockId[3] = {0, 0, 0};
  uint32_t gridDim[3] = {1, 1, 1};
  uint32_t lane = 0;
  uint32_t warp = 0;
  uint32_t sm = 0;
  bool isElected = true;
  uint32_t activeMask = 0xffffffff;
  uint32_t liveMask = 0xffffffff;
  uint64_t clock = 0;
  uint64_t time = 0;
};

/// The functions of one module, compiled for the host.
class ProfileFunctions {
public:
  ProfileFunctions();
  ~ProfileFunctions();

  /// Lowers a kernel that uses every function; `error` says what went wrong if the result is null.
  static std::unique_ptr<ProfileFunctions> compile(std::string &error);

  /// Address of pstudio.profile.<name>, or null.
  template <class Function> Function *find(const std::string &name) {
    return reinterpret_cast<Function *>(address("pstudio.profile." + name));
  }

private:
  void *address(const std::string &symbol);
  std::unique_ptr<llvm::orc::LLJIT> m_jit;
};

/// The machine that the functions see. One per process: markers carry no context.
Machine &machine();

} // namespace pstudio::test
