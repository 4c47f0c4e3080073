// SPDX-License-Identifier: Apache-2.0
// The tests' side of the fake CUDA driver: loads it, sets it up, and gives the runtime's objects.
#pragma once

#include <memory>
#include <string>

#include <QString>

#include "collector/runtime/cuda/kernel_launch.h"
#include "tests/collector/fake_cuda/fake_cuda.h"

namespace pstudio::test {

/// Which library: all functions, those of CUDA 11.2, or without one that is needed.
enum class FakeLibrary { Whole, Old, Incomplete };

/// Where it lies, for Driver::open.
std::string pathOf(FakeLibrary library);

/// The library's state, as new: one H200, kernel `saxpy` (three addresses or scalars) and nothing
/// that fails. Lives as long as the process.
FakeCuda &freshFakeCuda(FakeLibrary library = FakeLibrary::Whole);

/// A context on device 0 of the fake driver; ends the test program if it cannot be had.
cuda::Context openContext(FakeLibrary library = FakeLibrary::Whole);
cuda::Stream openStream(const cuda::Context &context);
/// Kernel `name` of a module that the fake driver "compiled".
struct LoadedKernel {
  cuda::Module module;
  cuda::Kernel kernel;
};
LoadedKernel loadKernel(const cuda::Context &context, const std::string &name = "saxpy");

/// "where: message (hint)" of an error, or "no error".
template <class T> QString messageOf(const Result<T> &result) {
  return result ? QStringLiteral("no error") : QString::fromStdString(result.error().toString());
}

} // namespace pstudio::test

/// Fails the test function, showing the text, unless it contains the literal `part`.
#define VERIFY_CONTAINS(text, part)                                                                \
  do {                                                                                             \
    const QString searched(text);                                                                  \
    QVERIFY2(searched.contains(QStringLiteral(part)), qPrintable(searched));                       \
  } while (false)
