// SPDX-License-Identifier: Apache-2.0
// The tests' side of the fake HIP runtime: loads it, sets it up, and gives the runtime's objects.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QString>

#include "collector/runtime/hip/kernel_launch.h"
#include "tests/collector/fake_hip/code_object_writer.h"
#include "tests/collector/fake_hip/fake_hip.h"

namespace pstudio::test {

/// Which library: of ROCm 7, of ROCm 5, or without a function that is needed.
enum class FakeHipVariant { Whole, Old, Incomplete };

/// Where it lies.
std::string pathOf(FakeHipVariant variant);

/// The library's state, as new: one MI300X, kernel `saxpy` and nothing that fails. Lives as long as
/// the process.
FakeHip &freshFakeHip(FakeHipVariant variant = FakeHipVariant::Whole);

/// Device 0 of the fake library; ends the test program if it cannot be had.
hip::Device openFakeDevice(FakeHipVariant variant = FakeHipVariant::Whole);
hip::Stream openFakeStream(const hip::Device &device);
/// Kernel `saxpy`: two addresses and a scalar of 4 bytes.
hip::Kernel loadSaxpy(const hip::Device &device);

/// "where: message (hint)" of an error, or "no error".
template <class T> QString hipMessageOf(const Result<T> &result) {
  return result ? QStringLiteral("no error") : QString::fromStdString(result.error().toString());
}

} // namespace pstudio::test
