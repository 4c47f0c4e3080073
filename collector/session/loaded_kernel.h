// SPDX-License-Identifier: Apache-2.0
// A compiled kernel on the device, and what it takes of an SM.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collector/codegen/nvidia/compile_kernel.h"
#include "collector/runtime/cuda/context.h"
#include "collector/runtime/size_text.h"
#include "core/record/launch_decoder.h"

namespace pstudio {

/// PTX that the driver has compiled for the device. Move-only. [one thread]
class LoadedKernel {
public:
  /// Errors as Module::load and Kernel::find.
  static Result<LoadedKernel> load(const cuda::Context &context, const nvidia::PtxKernel &code);

  const cuda::Kernel &kernel() const { return m_kernel; }
  const cuda::Module &module() const { return m_module; }
  /// What the driver's compiler said; may be empty.
  const std::string &log() const { return m_module.log(); }
  /// With the shared memory that the module expects at launch counted as static.
  const cuda::KernelResources &resources() const { return m_resources; }

private:
  LoadedKernel(cuda::Module module, cuda::Kernel kernel, cuda::KernelResources resources)
      : m_module(std::move(module)), m_kernel(std::move(kernel)), m_resources(resources) {}

  cuda::Module m_module;
  cuda::Kernel m_kernel;
  cuda::KernelResources m_resources;
};

/// A line for the log: registers, local and shared memory of a kernel, beside those without
/// instrumentation if given; says so if instrumentation put something in local memory.
std::string describeResources(const std::string &kernel, const cuda::KernelResources &resources,
                              const std::optional<cuda::KernelResources> &plain);

/// The same as facts of a launch: "kernel.registers", "kernel.registersPlain", ...
void addResourceFacts(std::vector<record::LaunchFact> &facts,
                      const cuda::KernelResources &resources,
                      const std::optional<cuda::KernelResources> &plain);

} // namespace pstudio
