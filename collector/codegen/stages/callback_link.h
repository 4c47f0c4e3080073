// SPDX-License-Identifier: Apache-2.0
// The user's functions in a kernel's module: checks and links them, and provides their arguments.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "collector/callbacks/callback_code.h"
#include "core/base/result.h"
#include "core/run/instrumentation_mode.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio {

/// Functions without arguments that give a thread's place and clock: i32, the clock i64.
struct CallbackIntrinsics {
  std::array<std::string_view, 3> threadId, blockDim, blockId, gridDim; ///< x, y, z
  std::string_view clock;
  std::string_view functionAttribute; ///< for all linked functions; may be empty
  unsigned globalSpace = 0;           ///< address space of globals
};
/// Those of the CPU target and of LLVM's NVPTX.
extern const CallbackIntrinsics kCpuCallbackIntrinsics;
extern const CallbackIntrinsics kNvidiaCallbackIntrinsics;

/// The functions of a kernel's mode, and their code.
struct LinkedCallbacks {
  const CallbackCode &code;
  std::span<const InstrumentationMode::Callback> callbacks;
};

/// Links the code into `module` and creates the bodies of the wrappers (callbacks::wrapperName)
/// that it calls. InvalidInput, with the place in the user's file, for a function that does not
/// exist, or with a parameter that its point does not provide; Unsupported for calls of the marker
/// functions; InvalidFormat for bitcode that this LLVM does not read.
Result<void> linkCallbacks(llvm::Module &module, const LinkedCallbacks &linked,
                           const CallbackIntrinsics &intrinsics);

} // namespace pstudio
