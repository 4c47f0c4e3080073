// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/amd_execution/interpreted_gpu.h"

namespace pstudio::test {

InterpretedGpu::InterpretedGpu(const std::string &chip, const std::string &kernel,
                               amdgpu::RunLimits limits)
    : m_chip(chip), m_limits(limits), m_fake(&freshFakeHip()) {
  m_fake->devices = {chip.starts_with("gfx9") ? fakeMi300() : fakeRadeon()};
  m_fake->devices.front().architecture = chip;
  m_fake->kernels = {kernel};
  m_fake->body = [this](const FakeHipLaunch &launch, FakeMemory &memory) { run(launch, memory); };
}

InterpretedGpu::~InterpretedGpu() {
  m_fake->body = {};
}

void InterpretedGpu::run(const FakeHipLaunch &launch, FakeMemory &memory) {
  amdgpu::Memory regions;
  for (auto &[address, bytes] : memory)
    regions.add(address, bytes.data(), bytes.size());
  amdgpu::KernelLaunch kernel;
  kernel.codeObject = *launch.codeObject;
  kernel.entry = launch.kernel;
  kernel.chip = m_chip;
  kernel.grid = launch.grid;
  kernel.block = launch.block;
  kernel.dynamicLdsBytes = launch.dynamicLdsBytes;
  kernel.arguments = launch.segment;
  const Result<uint64_t> executed = amdgpu::runLaunch(kernel, std::move(regions), m_limits);
  if (executed)
    m_executed += *executed;
  else if (m_failure.empty())
    m_failure = executed.error().toString();
}

} // namespace pstudio::test
