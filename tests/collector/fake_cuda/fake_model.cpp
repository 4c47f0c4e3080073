// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/fake_cuda/fake_model.h"

#include <cstdio>
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

namespace {

CuResult step(FakeStream &stream) {
  FakeContext &context = *stream.context;
  if (context.fault != CuResult::Success)
    return context.fault;
  if (stream.queue.empty())
    return CuResult::Success;
  FakeWork &work = stream.queue.front();
  if (work.begin)
    std::exchange(work.begin, nullptr)();
  if (work.outcome == FakeOutcome::NeverEnds || (work.canEnd && !work.canEnd()))
    return CuResult::NotReady;
  if (work.outcome == FakeOutcome::Faults) {
    std::fputs(std::exchange(model().script.printedAtFault, {}).c_str(), stderr);
    context.fault = static_cast<CuResult>(model().script.fault);
    return context.fault;
  }
  work.run();
  stream.queue.pop_front();
  return stream.queue.empty() ? CuResult::Success : CuResult::NotReady;
}

} // namespace

CuResult advance(FakeStream &stream) {
  // Kernels that wait for each other go on in all streams, whichever is asked about.
  if (model().script.canEnd)
    for (FakeStream &other : stream.context->streams)
      if (&other != &stream)
        step(other);
  return step(stream);
}

void drain(FakeContext &context, const std::string &call) {
  for (FakeStream &stream : context.streams)
    while (!stream.queue.empty() && context.fault == CuResult::Success) {
      const FakeWork &work = stream.queue.front();
      if (work.outcome == FakeOutcome::NeverEnds || (!work.begin && work.canEnd && !work.canEnd()))
        return offend(call + " would wait for ever");
      advance(stream);
    }
}

} // namespace pstudio::test
