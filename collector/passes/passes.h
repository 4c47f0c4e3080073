// SPDX-License-Identifier: Apache-2.0
// Constructors and registration of the instrumentation passes; passes.td is their documentation.
#pragma once

#include <memory>
#include <tuple>

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/CommandLine.h"

#include "collector/ir/proton_gpu_dialect.h"
#include "core/record/strategies.h"

namespace pstudio {

/// The strategies as the values of an option.
inline llvm::cl::ValuesClass strategyValues() {
  const auto valueOf = [](const record::StrategyTraits &strategy) {
    return llvm::cl::OptionEnumValue{
        strategy.name, static_cast<int>(&strategy - record::kStrategies.data()), strategy.summary};
  };
  return std::apply([&](const auto &...strategy) { return llvm::cl::values(valueOf(strategy)...); },
                    record::kStrategies);
}

#define GEN_PASS_DECL
#include "collector/passes/passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "collector/passes/passes.h.inc"

} // namespace pstudio
