// SPDX-License-Identifier: Apache-2.0
// Kernels whose accesses are hard to record: diverged lanes, generic pointers, values of odd sizes.
#pragma once

#include <map>
#include <string>

#include "core/base/result.h"
#include "core/run/run_spec.h"

namespace pstudio::test {

/// A function k with three buffers A, B and C of 4096 i32, whose values are their indices.
struct AccessKernel {
  std::string file; ///< "k.mlir" or "k.ll"
  std::string text;
  std::string block; ///< extents of a CTA, "12, 5"
};

/// By name: kernels in MLIR whose lanes return, skip guards and leave loops apart.
const std::map<std::string, AccessKernel> &divergentKernels();
/// By name: kernels in clang's form, which store through generic pointers.
const std::map<std::string, AccessKernel> &genericKernels();

/// A kernel in clang's form around instructions that use the pointers %A, %B and %C, the number of
/// the thread %i (i64), whether it is odd (%odd), and the shared array @tile of 64 i32.
AccessKernel llAccessKernel(const std::string &body);
/// A load from A and a store to B of one value of a type, `bytes` from lane to lane.
AccessKernel typedAccessKernel(const std::string &type, int bytes, int alignment);

/// Writes the kernel to the folder: its launch on two CTAs of a target.
Result<RunSpec> specOf(const AccessKernel &kernel, const std::string &folder,
                       const std::string &target);

} // namespace pstudio::test
