// SPDX-License-Identifier: Apache-2.0
// State of the fake HIP runtime: the only context of its devices, and modules.
#pragma once

#include <list>
#include <memory>
#include <string>

#include "collector/runtime/hip/hip_types.h"
#include "tests/collector/fake_gpu/fake_queues.h"
#include "tests/collector/fake_hip/fake_hip.h"

namespace pstudio::test {

using hip::HipResult;

struct FakeHipFunction {
  std::string name;
  std::shared_ptr<const std::string> codeObject;
};

struct FakeHipModule {
  std::list<FakeHipFunction> functions;
};

/// The state of one loaded library.
struct FakeHipModel final : FakeQueues {
  FakeHip script;
  FakeContext context;
  std::list<FakeHipModule> modules;
  int device = 0; ///< of the only thread that tests use

  FakeGpu &shared() override { return script; }
  FakeContext *current() override { return &context; }
  uint64_t memoryBytes() override { return script.devices.at(device).memoryBytes; }
};

FakeHipModel &hipModel();

} // namespace pstudio::test

#define FAKE_HIP_BEGIN(call) FAKE_GPU_BEGIN(hipModel(), call)
