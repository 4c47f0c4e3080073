// SPDX-License-Identifier: Apache-2.0
// A compiled kernel on the device, and its SM resources.
#pragma once

#include <memory>
#include <string>

#include "collector/codegen/to_nvidia/compile_kernel.h"
#include "collector/runtime/cuda/context.h"
#include "collector/session/targets/resource_facts.h"

namespace pstudio {

/// PTX that the driver has compiled for the device. Move-only. [one thread]
class LoadedKernel {
public:
  /// Errors as Module::load and Kernel::find.
  static Result<LoadedKernel> load(const cuda::Context &context, const nvidia::PtxKernel &code);

  const cuda::Kernel &kernel() const { return m_kernel; }
  const cuda::Module &module() const { return m_module; }
  /// Log of the driver's compiler; may be empty.
  const std::string &log() const { return m_module.log(); }
  /// Shared memory that the module requires at launch counts as static.
  const CodeResources &resources() const { return m_resources; }

private:
  LoadedKernel(cuda::Module module, cuda::Kernel kernel, CodeResources resources)
      : m_module(std::move(module)), m_kernel(std::move(kernel)), m_resources(resources) {}

  cuda::Module m_module;
  cuda::Kernel m_kernel;
  CodeResources m_resources;
};

} // namespace pstudio
