// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/fake_cuda/fake_model.h"

#include <cstdio>
#include <utility>

namespace pstudio::test {

FakeModel &model() {
  static FakeModel instance;
  return instance;
}

void FakeModel::faulted() {
  std::fputs(std::exchange(script.printedAtFault, {}).c_str(), stderr);
}

} // namespace pstudio::test
