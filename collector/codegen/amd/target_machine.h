// SPDX-License-Identifier: Apache-2.0
// LLVM's AMDGPU back end, configured for this target.
#pragma once

#include <memory>

#include "collector/codegen/amd/architecture.h"

namespace llvm {
class MCSubtargetInfo;
class TargetMachine;
} // namespace llvm

namespace pstudio::amd {

/// The back end for an architecture that architectureNamed() gave. Unsupported if this LLVM was
/// built without AMDGPU.
Result<std::unique_ptr<llvm::TargetMachine>> targetMachine(const Architecture &architecture);

/// This LLVM's table of AMD's chips. Errors as targetMachine().
Result<std::unique_ptr<llvm::MCSubtargetInfo>> subtargetInfo();

} // namespace pstudio::amd
