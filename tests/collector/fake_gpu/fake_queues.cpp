// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/fake_gpu/fake_queues.h"

#include <cstring>
#include <utility>

namespace pstudio::test {

DriverResult FakeQueues::begin(const char *call, bool needsContext) {
  shared().calls.emplace_back(call);
  if (const auto planned = shared().failNext.extract(call))
    return static_cast<DriverResult>(planned.mapped());
  if (!needsContext)
    return DriverResult::Success;
  if (!current()) {
    offend(std::string(call) + " without a current context");
    return DriverResult::InvalidDevice;
  }
  return current()->fault;
}

DriverResult FakeQueues::step(FakeStream &stream) {
  FakeContext &context = *stream.context;
  if (context.fault != DriverResult::Success)
    return context.fault;
  if (stream.queue.empty())
    return DriverResult::Success;
  FakeWork &work = stream.queue.front();
  if (work.begin)
    std::exchange(work.begin, nullptr)();
  if (work.outcome == FakeOutcome::NeverEnds || (work.canEnd && !work.canEnd()))
    return DriverResult::NotReady;
  if (work.outcome == FakeOutcome::Faults) {
    faulted();
    context.fault = static_cast<DriverResult>(shared().fault);
    return context.fault;
  }
  work.run();
  stream.queue.pop_front();
  return stream.queue.empty() ? DriverResult::Success : DriverResult::NotReady;
}

DriverResult FakeQueues::advance(FakeStream &stream) {
  if (isLockstep())
    for (FakeStream &other : stream.context->streams)
      if (&other != &stream)
        step(other);
  return step(stream);
}

void FakeQueues::drain(FakeContext &context, const std::string &call) {
  for (FakeStream &stream : context.streams)
    while (!stream.queue.empty() && context.fault == DriverResult::Success) {
      const FakeWork &work = stream.queue.front();
      if (work.outcome == FakeOutcome::NeverEnds || (!work.begin && work.canEnd && !work.canEnd()))
        return offend(call + " would wait for ever");
      advance(stream);
    }
}

FakeStream *FakeQueues::streamOf(gpu::Handle handle, const char *call) {
  return current() ? checked(current()->streams, handle, call) : nullptr;
}

std::byte *FakeQueues::deviceBytes(uint64_t address, size_t size, const char *call) {
  auto next = memory.upper_bound(address);
  if (next != memory.begin()) {
    auto &[begin, bytes] = *std::prev(next);
    if (address - begin <= bytes.size() && size <= bytes.size() - (address - begin))
      return bytes.data() + (address - begin);
  }
  offend(std::string(call) + " out of bounds");
  return nullptr;
}

DriverResult FakeQueues::enqueue(gpu::Handle handle, const char *call, FakeWork work) {
  FakeStream *stream = streamOf(handle, call);
  if (!stream)
    return DriverResult::InvalidValue;
  stream->queue.push_back(std::move(work));
  return DriverResult::Success;
}

void FakeQueues::countUnpinned(const void *host, size_t size) {
  for (const auto &[begin, bytes] : pinned) {
    const auto *first = static_cast<const std::byte *>(begin);
    const auto *at = static_cast<const std::byte *>(host);
    if (at >= first && at + size <= first + bytes.size())
      return;
  }
  ++shared().unpinnedCopies;
}

DriverResult FakeQueues::allocate(const char *call, uint64_t *address, size_t size) {
  FAKE_GPU_BEGIN(*this, call);
  size_t used = 0;
  for (const auto &[at, bytes] : memory)
    used += bytes.size();
  if (size == 0)
    return DriverResult::InvalidValue;
  if (size > memoryBytes() - used)
    return DriverResult::OutOfMemory;
  std::vector<std::byte> bytes(size, std::byte{0xcd});
  *address = reinterpret_cast<uintptr_t>(bytes.data());
  memory.emplace(*address, std::move(bytes));
  ++shared().live["memory"];
  return DriverResult::Success;
}

DriverResult FakeQueues::free(const char *call, uint64_t address) {
  FAKE_GPU_BEGIN(*this, call);
  drain(*current(), call);
  if (memory.erase(address) != 1)
    offend(std::string(call) + " of an address that was not allocated");
  --shared().live["memory"];
  return DriverResult::Success;
}

DriverResult FakeQueues::memoryInfo(const char *call, size_t *free, size_t *total) {
  FAKE_GPU_BEGIN(*this, call);
  *total = memoryBytes();
  *free = *total;
  for (const auto &[address, bytes] : memory)
    *free -= bytes.size();
  return DriverResult::Success;
}

DriverResult FakeQueues::allocateHost(const char *call, void **host, size_t size, unsigned flags) {
  FAKE_GPU_BEGIN(*this, call);
  drain(*current(), call);
  std::vector<std::byte> bytes(size, std::byte{0xcd});
  *host = bytes.data();
  if (flags == gpu::kHostMemoryMapped)
    mapped.insert(*host);
  else if (flags != gpu::kHostMemoryDefault)
    offend(std::string(call) + " with other flags");
  pinned.emplace(*host, std::move(bytes));
  ++shared().live["pinned"];
  return DriverResult::Success;
}

DriverResult FakeQueues::addressOfHost(const char *call, uint64_t *address, void *host,
                                       unsigned flags) {
  FAKE_GPU_BEGIN(*this, call);
  if (flags != 0 || !mapped.contains(host)) {
    offend(std::string(call) + " of memory that is not mapped");
    return DriverResult::InvalidValue;
  }
  // The same on both sides, as with one address space.
  *address = reinterpret_cast<uintptr_t>(host);
  return DriverResult::Success;
}

DriverResult FakeQueues::freeHost(const char *call, void *host) {
  FAKE_GPU_BEGIN(*this, call);
  drain(*current(), call);
  mapped.erase(host);
  if (pinned.erase(host) != 1)
    offend(std::string(call) + " of an address that was not allocated");
  --shared().live["pinned"];
  return DriverResult::Success;
}

DriverResult FakeQueues::copyToDevice(const char *call, uint64_t to, const void *from, size_t size,
                                      gpu::Handle stream) {
  FAKE_GPU_BEGIN(*this, call);
  countUnpinned(from, size);
  return enqueue(stream, call, {FakeOutcome::Completes, [=, this] {
                                  if (std::byte *target = deviceBytes(to, size, call))
                                    std::memcpy(target, from, size);
                                }});
}

DriverResult FakeQueues::copyToHost(const char *call, void *to, uint64_t from, size_t size,
                                    gpu::Handle stream) {
  FAKE_GPU_BEGIN(*this, call);
  countUnpinned(to, size);
  return enqueue(stream, call, {FakeOutcome::Completes, [=, this] {
                                  if (const std::byte *source = deviceBytes(from, size, call))
                                    std::memcpy(to, source, size);
                                }});
}

DriverResult FakeQueues::fill(const char *call, uint64_t to, unsigned char value, size_t size,
                              gpu::Handle stream) {
  FAKE_GPU_BEGIN(*this, call);
  return enqueue(stream, call, {FakeOutcome::Completes, [=, this] {
                                  if (std::byte *target = deviceBytes(to, size, call))
                                    std::memset(target, value, size);
                                }});
}

DriverResult FakeQueues::createStream(const char *call, gpu::Handle *handle, unsigned flags) {
  FAKE_GPU_BEGIN(*this, call);
  if (flags != gpu::kStreamNonBlocking)
    offend("a stream that waits for the default stream");
  *handle = &current()->streams.emplace_back(FakeStream{current(), {}});
  ++shared().live["stream"];
  return DriverResult::Success;
}

DriverResult FakeQueues::destroyStream(const char *call, gpu::Handle handle) {
  FAKE_GPU_BEGIN(*this, call);
  FakeStream *stream = streamOf(handle, call);
  if (!stream->queue.empty())
    offend(std::string(call) + " of a stream with queued work");
  eraseItem(stream->context->streams, stream);
  --shared().live["stream"];
  return DriverResult::Success;
}

DriverResult FakeQueues::queryStream(const char *call, gpu::Handle handle) {
  ++shared().queries;
  FakeStream *stream = streamOf(handle, call);
  return stream ? advance(*stream) : DriverResult::InvalidValue;
}

DriverResult FakeQueues::synchronizeStream(const char *call, gpu::Handle handle) {
  FAKE_GPU_BEGIN(*this, call);
  FakeStream *stream = streamOf(handle, call);
  if (!stream)
    return DriverResult::InvalidValue;
  if (!stream->queue.empty())
    offend(std::string(call) + " of a stream with queued work");
  return DriverResult::Success;
}

DriverResult FakeQueues::createEvent(const char *call, gpu::Handle *handle, unsigned flags) {
  FAKE_GPU_BEGIN(*this, call);
  FakeEvent event;
  event.hasTime = flags != gpu::kEventDisableTiming;
  *handle = &events.emplace_back(event);
  ++shared().live["event"];
  return DriverResult::Success;
}

DriverResult FakeQueues::destroyEvent(const char *call, gpu::Handle handle) {
  FAKE_GPU_BEGIN(*this, call);
  FakeEvent *event = checked(events, handle, call);
  if (event->pending != 0)
    offend(std::string(call) + " of an event that is still queued");
  eraseItem(events, event);
  --shared().live["event"];
  return DriverResult::Success;
}

DriverResult FakeQueues::recordEvent(const char *call, gpu::Handle handle, gpu::Handle stream) {
  FAKE_GPU_BEGIN(*this, call);
  FakeEvent *event = checked(events, handle, call);
  event->stream = streamOf(stream, call);
  ++event->pending;
  return enqueue(stream, call, {FakeOutcome::Completes, [event] {
                                  --event->pending;
                                  event->timeNs = event->stream->context->nowNs;
                                }});
}

DriverResult FakeQueues::queryEvent(const char *call, gpu::Handle handle) {
  ++shared().queries;
  const FakeEvent *event = checked(events, handle, call);
  if (!event->stream)
    return DriverResult::Success;
  const DriverResult result = advance(*event->stream);
  if (result != DriverResult::Success && result != DriverResult::NotReady)
    return result;
  return event->pending == 0 ? DriverResult::Success : DriverResult::NotReady;
}

DriverResult FakeQueues::elapsedTime(const char *call, float *milliseconds, gpu::Handle first,
                                     gpu::Handle second) {
  FAKE_GPU_BEGIN(*this, call);
  const FakeEvent *a = checked(events, first, call);
  const FakeEvent *b = checked(events, second, call);
  if (!a->hasTime || !b->hasTime)
    return DriverResult::InvalidValue;
  if (a->pending != 0 || b->pending != 0)
    return DriverResult::NotReady;
  *milliseconds = static_cast<float>(static_cast<double>(b->timeNs) - double(a->timeNs)) * 1e-6f;
  return DriverResult::Success;
}

} // namespace pstudio::test
