// SPDX-License-Identifier: Apache-2.0
// Constructor and registration of the pass that lowers records; record_passes.td is its documentation.
#pragma once

#include <memory>
#include <string>

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"

#include "collector/records/record_options.h"

namespace pstudio {

#define GEN_PASS_DECL
#include "collector/records/record_passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "collector/records/record_passes.h.inc"

} // namespace pstudio
