// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/fake_hip/fake_model.h"

#include <utility>

namespace pstudio::test {

FakeHipModel &hipModel() {
  static FakeHipModel instance;
  return instance;
}

void offend(const std::string &what) {
  hipModel().script.offences.push_back(what);
}

HipResult begin(const char *call) {
  FakeHip &script = hipModel().script;
  script.calls.emplace_back(call);
  if (const auto planned = script.failNext.extract(call))
    return static_cast<HipResult>(planned.mapped());
  return hipModel().fault;
}

HipResult advance(FakeHipStream &stream) {
  FakeHipModel &model = hipModel();
  if (model.fault != HipResult::Success)
    return model.fault;
  if (stream.queue.empty())
    return HipResult::Success;
  FakeHipWork &work = stream.queue.front();
  if (work.begin)
    std::exchange(work.begin, nullptr)();
  if (work.outcome == FakeHipOutcome::NeverEnds)
    return HipResult::NotReady;
  if (work.outcome == FakeHipOutcome::Faults) {
    model.fault = static_cast<HipResult>(model.script.fault);
    return model.fault;
  }
  work.run();
  stream.queue.pop_front();
  return stream.queue.empty() ? HipResult::Success : HipResult::NotReady;
}

void drain(const std::string &call) {
  for (FakeHipStream &stream : hipModel().streams)
    while (!stream.queue.empty() && hipModel().fault == HipResult::Success) {
      if (stream.queue.front().outcome == FakeHipOutcome::NeverEnds)
        return offend(call + " would wait for ever");
      advance(stream);
    }
}

} // namespace pstudio::test
