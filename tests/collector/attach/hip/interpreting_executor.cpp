// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/attach/hip/interpreting_executor.h"

#include "collector/runtime/hip/code_object.h"
#include "tests/support/amd_interpreter/dispatch.h"

namespace pstudio::test {
namespace {

bool readKernel(std::string_view codeObject, const char *kernel, KernelFacts &facts) {
  const auto layout = hip::layoutOf(codeObject, kernel);
  if (!layout)
    return false;
  for (const hip::KernelArgument &argument : layout->arguments)
    if (!argument.isHidden())
      facts.arguments.push_back({argument.offset, argument.bytes});
  facts.registers = static_cast<int>(layout->vectorRegisters);
  facts.ldsBytes = static_cast<int>(layout->ldsBytes);
  facts.scratchBytes = static_cast<int>(layout->scratchBytes);
  return true;
}

std::string executeKernel(const ExecutedLaunch &launch) {
  amdgpu::Memory memory;
  for (const MemoryRegion &region : launch.memory)
    memory.add(region.address, region.bytes.data(), region.bytes.size());
  amdgpu::KernelLaunch kernel;
  kernel.codeObject = launch.codeObject;
  kernel.entry = launch.kernel;
  kernel.chip = launch.chip;
  kernel.grid = launch.grid;
  kernel.block = launch.block;
  kernel.dynamicLdsBytes = launch.dynamicLdsBytes;
  kernel.arguments = launch.segment;
  const auto executed = amdgpu::runLaunch(kernel, std::move(memory), {});
  return executed ? std::string() : executed.error().toString();
}

} // namespace

Executor interpretingExecutor() {
  return {&readKernel, &executeKernel};
}

} // namespace pstudio::test
