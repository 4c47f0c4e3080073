// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/fake_cuda/fake_model.h"

#include <utility>

namespace pstudio::test {

FakeModel &model() {
  static FakeModel instance;
  return instance;
}

void offend(const std::string &what) {
  model().script.offences.push_back(what);
}

CuResult begin(const char *call, bool needsContext) {
  FakeCuda &script = model().script;
  script.calls.emplace_back(call);
  if (const auto planned = script.failNext.find(call); planned != script.failNext.end()) {
    const auto result = static_cast<CuResult>(planned->second);
    script.failNext.erase(planned);
    return result;
  }
  if (!needsContext)
    return CuResult::Success;
  if (model().current.empty()) {
    offend(std::string(call) + " without a current context");
    return CuResult::InvalidDevice;
  }
  return model().current.back()->fault;
}

CuResult advance(FakeStream &stream) {
  FakeContext &context = *stream.context;
  if (context.fault != CuResult::Success)
    return context.fault;
  if (stream.queue.empty())
    return CuResult::Success;
  FakeWork &work = stream.queue.front();
  if (work.begin)
    std::exchange(work.begin, nullptr)();
  if (work.outcome == FakeOutcome::NeverEnds)
    return CuResult::NotReady;
  if (work.outcome == FakeOutcome::Faults) {
    context.fault = static_cast<CuResult>(model().script.fault);
    return context.fault;
  }
  work.run();
  stream.queue.pop_front();
  return stream.queue.empty() ? CuResult::Success : CuResult::NotReady;
}

void drain(FakeContext &context, const std::string &call) {
  for (FakeStream &stream : context.streams)
    while (!stream.queue.empty() && context.fault == CuResult::Success) {
      if (stream.queue.front().outcome == FakeOutcome::NeverEnds)
        return offend(call + " would wait for ever");
      advance(stream);
    }
}

} // namespace pstudio::test
