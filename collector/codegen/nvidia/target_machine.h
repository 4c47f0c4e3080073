// SPDX-License-Identifier: Apache-2.0
// LLVM's NVPTX back end, configured for this target.
#pragma once

#include <memory>

#include "collector/codegen/nvidia/architecture.h"

namespace llvm {
class MCSubtargetInfo;
class TargetMachine;
} // namespace llvm

namespace pstudio::nvidia {

/// Width of pointers to shared memory: 64 bits, or 32.
enum class SharedPointers : bool { Long, Short };

/// Effort of code generation.
enum class CodeGeneration : bool {
  Optimising,
  Faithful, ///< of code that was optimised before; PTX of any version, since the text is spliced
};

/// The back end for an architecture that architectureNamed() gave. Unsupported if this LLVM was
/// built without NVPTX.
Result<std::unique_ptr<llvm::TargetMachine>>
targetMachine(const Architecture &architecture, SharedPointers pointers = SharedPointers::Long,
              bool hasVariableStack = false,
              CodeGeneration generation = CodeGeneration::Optimising);

/// This LLVM's table of NVIDIA's chips. Errors as targetMachine().
Result<std::unique_ptr<llvm::MCSubtargetInfo>> subtargetInfo();

} // namespace pstudio::nvidia
