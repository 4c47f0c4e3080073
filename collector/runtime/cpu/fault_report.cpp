// SPDX-License-Identifier: Apache-2.0
// Messages about faulting kernels.
#include "collector/runtime/cpu/fault_report.h"

#include <array>
#include <cstdio>
#include <map>

#include "collector/runtime/cpu/fiber.h"
#include "collector/runtime/cpu/warp_operations.h"
#include "collector/runtime/cpu/warp_rendezvous.h"
#include "core/trace/fault_place.h"

namespace pstudio::cpu {
namespace {

std::string triple(const uint32_t (&v)[3]) {
  return "(" + std::to_string(v[0]) + "," + std::to_string(v[1]) + "," + std::to_string(v[2]) + ")";
}

std::string whoIs(const LaunchRequest &request, const CtaThread &thread) {
  return threadText(std::to_array(thread.threadId), std::to_array(thread.blockId)) + " in kernel " +
         request.kernel;
}

std::string dimensions(const std::vector<int64_t> &shape) {
  std::string text;
  for (int64_t extent : shape)
    text += (text.empty() ? "" : "x") + std::to_string(extent);
  return text;
}

int64_t floorDivide(int64_t a, int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/// "[64, 3]": the row-major index of element `element`; only the first index can leave its range.
std::string indexText(int64_t element, const std::vector<int64_t> &shape) {
  std::string text;
  for (size_t axis = shape.size(); axis-- > 1;) {
    const int64_t quotient = floorDivide(element, shape[axis]);
    text = ", " + std::to_string(element - quotient * shape[axis]) + text;
    element = quotient;
  }
  return "[" + std::to_string(element) + text + "]";
}

/// The object that an access is intended for.
struct Target {
  std::string name;
  uint64_t base = 0;
  uint64_t bytes = 0;
  std::vector<int64_t> shape;
  uint32_t elementBytes = 1;
};

Target ofArgument(const KernelArgument &argument) {
  return {argument.name, argument.word, argument.bytes, argument.shape, argument.elementBytes};
}

Target ofShared(const SharedBuffer &buffer, uint64_t base) {
  return {"workgroup buffer " + buffer.name, base, buffer.bytes, buffer.shape, buffer.elementBytes};
}

Target targetOf(const LaunchRequest &request, const MemoryObject &object) {
  const ProgramMap &program = *request.program;
  switch (object.kind) {
  case ObjectKind::Argument:
    return ofArgument(request.arguments[object.index]);
  case ObjectKind::Shared:
    return ofShared(program.sharedBuffers[object.index], object.base);
  case ObjectKind::DynamicShared:
    return {"dynamic shared memory", object.base, object.bytes, {}, 1};
  case ObjectKind::Variable:
    return {program.variables[object.index].name, object.base, object.bytes, {}, 1};
  case ObjectKind::Local:
    return {program.locals[object.index].name, object.base, object.bytes, {}, 1};
  case ObjectKind::Unknown:
    break;
  }
  return {"memory", object.base, object.bytes, {}, 1};
}

std::string describe(const Target &target, uint64_t address) {
  const auto offset = static_cast<int64_t>(address - target.base);
  if (target.shape.empty())
    return target.name + " at byte " + std::to_string(offset) + "; it has " +
           std::to_string(target.bytes) + " bytes";
  const int64_t element = floorDivide(offset, target.elementBytes);
  const uint64_t count = target.elementBytes ? target.bytes / target.elementBytes : 0;
  return target.name + indexText(element, target.shape) + ", element " + std::to_string(element) +
         "; " + target.name + " is " + dimensions(target.shape) + " (" + std::to_string(count) +
         " elements, " + std::to_string(target.bytes) + " bytes)";
}

const char *verbOf(SiteKind kind) {
  switch (kind) {
  case SiteKind::Start:
    return "at the start";
  case SiteKind::Barrier:
    return "at the barrier";
  case SiteKind::Shuffle:
    return "at the shuffle";
  case SiteKind::AsyncCopy:
    return "at the asynchronous copy";
  case SiteKind::AsyncWait:
    return "at the wait for copies";
  case SiteKind::Record:
    return "at the record";
  case SiteKind::Loop:
    return "in the loop";
  case SiteKind::Division:
    return "at the division";
  case SiteKind::WarpOperation:
    return "at the warp operation";
  case SiteKind::Memory:
    return "at the atomic or volatile access";
  case SiteKind::Print:
    return "at the print";
  case SiteKind::Call:
    return "at the call";
  case SiteKind::Stack:
    return "at the local array or call";
  }
  return "somewhere";
}

/// "12 threads wait at the barrier at k.mlir:20:5, 116 threads ...", in program order.
std::string summarize(const LaunchRequest &request, std::span<const CtaThread> threads) {
  std::map<std::pair<uint32_t, bool>, uint32_t> counts; // (site, waits) -> threads
  for (const CtaThread &thread : threads)
    if (thread.state != ThreadState::Done) {
      const bool waits =
          thread.state == ThreadState::AtBarrier || thread.state == ThreadState::AtWarpSite;
      counts[{thread.position, waits}]++;
    }
  std::string text;
  for (const auto &[key, count] : counts) {
    const Site &site = request.program->sites[key.first];
    text +=
        (text.empty() ? "" : ", ") + std::to_string(count) + (count == 1 ? " thread" : " threads");
    text += key.second ? (count == 1 ? " waits " : " wait ") : (count == 1 ? " is " : " are ");
    text += verbOf(site.kind);
    if (!site.location.empty())
      text += (site.kind == SiteKind::Start ? " of the kernel, " : " at ") + site.location;
  }
  return text.empty() ? "no thread is left" : text;
}

std::string locationOf(const LaunchRequest &request, const CtaThread &thread) {
  return request.program->sites[thread.position].location;
}

/// "0x0000ffff", a bit for each lane.
std::string maskText(uint32_t mask) {
  std::array<char, 11> text{};
  std::snprintf(text.data(), text.size(), "0x%08x", mask);
  return text.data();
}

std::string operationName(const WarpExchange &exchange) {
  return exchange.meeting == Meeting::Shuffle ? "shfl.sync" : nameOf(exchange.operation);
}

/// "shfl.sync with the member mask 0x0000ffff at k.cu:3:1", "the barrier at k.cu:9:1".
std::string waitText(const LaunchRequest &request, const CtaThread &thread) {
  const WarpExchange &exchange = thread.exchange;
  const bool hasMembers =
      thread.state == ThreadState::AtWarpSite && exchange.members != 0 &&
      (exchange.meeting == Meeting::Shuffle || exchange.meeting == Meeting::Operation);
  const Site &site = request.program->sites[thread.position];
  std::string text = hasMembers ? "at " + operationName(exchange) + " with the member mask " +
                                      maskText(exchange.members)
                                : verbOf(site.kind);
  return site.location.empty() ? text : text + " at " + site.location;
}

/// "lanes 0x00000003 wait at the barrier at k.cu:9:1, lanes ...".
std::string waitsOf(const LaunchRequest &request, std::span<const CtaThread> warp, uint32_t lanes) {
  std::map<std::string, uint32_t> masks;
  for (const CtaThread &thread : warp)
    if ((lanes >> thread.laneId & 1) != 0)
      masks[waitText(request, thread)] |= 1u << thread.laneId;
  std::string text;
  for (const auto &[where, mask] : masks)
    text += (text.empty() ? "lanes " : ", lanes ") + maskText(mask) + " wait " + where;
  return text;
}

/// `thread` waits for lanes that wait elsewhere.
Error missingLanesFault(const LaunchRequest &request, const CtaThread &thread) {
  const std::span<const CtaThread> warp = cpu::warpOf(thread);
  uint32_t waiting = 0;
  for (const CtaThread &lane : warp)
    if (lane.state == ThreadState::AtWarpSite && lane.position == thread.position &&
        lane.exchange.members == thread.exchange.members)
      waiting |= 1u << lane.laneId;
  const uint32_t awaited = awaitedLanes(thread);
  return {ErrorCode::RunFailed,
          "lanes that never come in kernel " + request.kernel + ", CTA " + triple(thread.blockId) +
              ", warp " + std::to_string(thread.warpId) + ": lanes " + maskText(waiting) +
              " wait " + waitText(request, thread) + " for lanes " + maskText(awaited) + "; " +
              waitsOf(request, warp, awaited),
          locationOf(request, thread),
          "all lanes of a member mask that have not returned must execute the instruction with the "
          "same mask"};
}

Error divergentBarrierFault(const LaunchRequest &request, std::span<const CtaThread> threads) {
  std::string where;
  for (const CtaThread &thread : threads)
    if (thread.state == ThreadState::AtBarrier && where.empty())
      where = request.program->sites[thread.position].location;
  return {ErrorCode::RunFailed,
          "divergent barrier in kernel " + request.kernel + ", CTA " + triple(threads[0].blockId) +
              ": " + summarize(request, threads),
          std::move(where), "every thread of a CTA must reach the same barrier"};
}

} // namespace

Error accessFault(const LaunchRequest &request, const CtaThread &thread, const AccessSite &access,
                  const OutOfBounds &where, const std::optional<MemoryObject> &object) {
  const std::string verb = access.isWrite ? "writes " : "reads ";
  const std::string place = object ? describe(targetOf(request, *object), where.address)
                                   : "an address outside of every buffer";
  return {ErrorCode::RunFailed,
          whoIs(request, thread) + " " + verb + std::to_string(where.bytes) +
              " bytes out of bounds: " + place,
          access.location,
          {}};
}

Error divisionFault(const LaunchRequest &request, const CtaThread &thread) {
  const Site &site = request.program->sites[thread.position];
  return {ErrorCode::RunFailed,
          whoIs(request, thread) + " divides an integer by zero",
          site.location,
          {}};
}

Error stackFault(const LaunchRequest &request, const CtaThread &thread) {
  const Site &site = request.program->sites[thread.position];
  return {ErrorCode::RunFailed,
          whoIs(request, thread) + " has no room on its stack, which has " +
              std::to_string(kStackBytes) + " bytes",
          site.location,
          "local arrays are freed at the end of their function; an array in a loop or a recursive "
          "function takes memory in each iteration or call"};
}

Error assertionFault(const LaunchRequest &request, const CtaThread &thread,
                     const Assertion &assertion) {
  return {ErrorCode::RunFailed,
          whoIs(request, thread) + ": assertion \"" + assertion.text + "\" of " +
              assertion.function + " does not hold",
          assertion.place,
          {}};
}

Error memberMaskFault(const LaunchRequest &request, const CtaThread &thread) {
  return {ErrorCode::RunFailed,
          whoIs(request, thread) + ", lane " + std::to_string(thread.laneId) +
              " of its warp, executes " + operationName(thread.exchange) +
              " with the member mask " + maskText(thread.exchange.members) +
              ", which does not contain the lane",
          locationOf(request, thread),
          "the member mask names every lane that executes the instruction"};
}

Error waitingFault(const LaunchRequest &request, std::span<const CtaThread> threads) {
  for (const CtaThread &thread : threads)
    if (thread.state == ThreadState::AtWarpSite && awaitedLanes(thread) != 0)
      return missingLanesFault(request, thread);
  return divergentBarrierFault(request, threads);
}

std::string describeThreads(const LaunchRequest &request, std::span<const CtaThread> threads) {
  return "CTA " + triple(threads[0].blockId) + ": " + summarize(request, threads);
}

} // namespace pstudio::cpu
