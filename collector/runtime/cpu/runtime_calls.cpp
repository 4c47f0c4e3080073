// SPDX-License-Identifier: Apache-2.0
// Where generated code enters the runtime.
#include "collector/runtime/cpu/runtime_calls.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "collector/runtime/cpu/cta_scheduler.h"
#include "collector/runtime/cpu/fault_report.h"
#include "collector/runtime/cpu/format_text.h"
#include "collector/runtime/cpu/memory_objects.h"

namespace pstudio::cpu::calls {

void barrier(ThreadContext *context) {
  CtaThread &thread = threadOf(context);
  thread.cta->waitAtBarrier(thread);
}

uint32_t barrierCount(ThreadContext *context, uint32_t predicate) {
  CtaThread &thread = threadOf(context);
  thread.exchange.value = predicate != 0 ? 1 : 0;
  thread.cta->waitAtBarrier(thread);
  return static_cast<uint32_t>(thread.exchange.value);
}

namespace {

ShuffleResult resultOf(const WarpExchange &exchange) {
  return (exchange.value & 0xffffffff) | uint64_t{exchange.valid} << 32;
}

} // namespace

ShuffleResult shuffle(ThreadContext *context, uint32_t mode, uint32_t value, uint32_t offset,
                      uint32_t width, uint32_t members) {
  CtaThread &thread = threadOf(context);
  WarpExchange &exchange = thread.exchange;
  exchange.site = 0;
  exchange.mode = static_cast<ShuffleMode>(mode);
  exchange.value = value;
  exchange.offset = offset;
  exchange.width = width;
  exchange.members = members;
  thread.cta->meetWarp(thread, Meeting::Shuffle);
  return resultOf(exchange);
}

ShuffleResult warpOperation(ThreadContext *context, uint32_t operation, uint32_t members,
                            uint64_t value) {
  CtaThread &thread = threadOf(context);
  WarpExchange &exchange = thread.exchange;
  exchange.site = 0;
  exchange.operation = static_cast<WarpOperation>(operation);
  exchange.members = members;
  exchange.value = value;
  exchange.valid = false;
  thread.cta->meetWarp(thread, Meeting::Operation);
  return resultOf(exchange);
}

void order(ThreadContext *context) {
  CtaThread &thread = threadOf(context);
  thread.exchange.site = 0;
  thread.cta->meetWarp(thread, Meeting::Order);
}

void enterCall(ThreadContext *context) {
  CtaThread &thread = threadOf(context);
  const size_t loops = thread.cta->request().program->loops.size();
  thread.callPath.push_back({thread.position, {thread.iterations, thread.iterations + loops}});
}

void leaveCall(ThreadContext *context) {
  CtaThread &thread = threadOf(context);
  std::ranges::copy(thread.callPath.back().iterations, thread.iterations);
  thread.callPath.pop_back();
}

void asyncCopy(ThreadContext *context, std::byte *destination, const std::byte *source,
               uint32_t bytes) {
  CtaThread &thread = threadOf(context);
  thread.cta->issueCopy(thread, destination, source, bytes);
}

void asyncCommit(ThreadContext *context) {
  CtaThread &thread = threadOf(context);
  thread.cta->commitCopies(thread);
}

void asyncWait(ThreadContext *context, uint32_t allowed) {
  CtaThread &thread = threadOf(context);
  thread.cta->waitForCopies(thread, allowed);
}

void print(ThreadContext *context, const char *format, const uint64_t *words, uint32_t count) {
  order(context);
  CtaThread &thread = threadOf(context);
  thread.cta->print(formatText(format, {words, count}));
}

namespace {

/// The object of an access whose object the compiler found.
MemoryObject objectOfSite(const LaunchRequest &request, const AccessSite &site, uint64_t base) {
  const ProgramMap &program = *request.program;
  switch (site.object) {
  case ObjectKind::Argument:
    return {site.object, site.index, base, request.arguments[site.index].bytes};
  case ObjectKind::Shared:
    return {site.object, site.index, base, program.sharedBuffers[site.index].bytes};
  case ObjectKind::DynamicShared:
    return {site.object, site.index, base, request.dynamicSharedBytes};
  case ObjectKind::Variable:
    return {site.object, site.index, base, program.variables[site.index].bytes};
  case ObjectKind::Local:
    return {site.object, site.index, base, program.locals[site.index].bytes};
  case ObjectKind::Unknown:
    break;
  }
  return {};
}

} // namespace

void accessFault(ThreadContext *context, const std::byte *address, uint32_t access, uint64_t bytes,
                 uint64_t base) {
  CtaThread &thread = threadOf(context);
  const LaunchRequest &request = thread.cta->request();
  const AccessSite &site = request.program->accesses[access];
  std::optional<MemoryObject> object;
  if (site.object != ObjectKind::Unknown)
    object = objectOfSite(request, site, base);
  thread.cta->abandonWithFault(
      thread, cpu::accessFault(request, thread, site, {reinterpret_cast<uint64_t>(address), bytes},
                               object));
}

void checkAccess(ThreadContext *context, const std::byte *address, uint32_t access, uint64_t bytes,
                 uint64_t base, const std::byte *const *variables) {
  CtaThread &thread = threadOf(context);
  const LaunchRequest &request = thread.cta->request();
  const auto start = reinterpret_cast<uint64_t>(address);
  if (base == 0 && isInSomeObject(request, thread, variables, start, bytes))
    return;
  const auto object = objectStartingAt(request, thread, variables, base);
  thread.cta->abandonWithFault(
      thread,
      cpu::accessFault(request, thread, request.program->accesses[access], {start, bytes}, object));
}

void findObject(ThreadContext *context, const std::byte *pointer, const std::byte *const *variables,
                uint64_t *bounds) {
  const CtaThread &thread = threadOf(context);
  const MemoryObject object =
      objectOfPointer(thread.cta->request(), thread, variables, reinterpret_cast<uint64_t>(pointer))
          .value_or(MemoryObject{});
  bounds[0] = object.base;
  bounds[1] = object.bytes;
}

void localArray(ThreadContext *context, const std::byte *base, uint64_t bytes, uint32_t index) {
  addLocalArray(threadOf(context), {reinterpret_cast<uint64_t>(base), bytes, index});
}

void traceAccess(ThreadContext *context, const std::byte *address, uint32_t access) {
  const CtaThread &thread = threadOf(context);
  const LaunchRequest &request = thread.cta->request();
  const bool isUnknown = request.program->accesses[access].object == ObjectKind::Unknown;
  const auto start = reinterpret_cast<uint64_t>(address);
  if (!isUnknown || isInSomeBuffer(request, thread, start))
    thread.cta->traceAccess(thread, {start, thread.clock, access});
}

void divisionFault(ThreadContext *context) {
  CtaThread &thread = threadOf(context);
  thread.cta->abandonWithFault(thread, cpu::divisionFault(thread.cta->request(), thread));
}

void stackFault(ThreadContext *context) {
  CtaThread &thread = threadOf(context);
  thread.cta->abandonWithFault(thread, cpu::stackFault(thread.cta->request(), thread));
}

void assertFail(ThreadContext *context, const char *text, const char *file, uint32_t line,
                const char *function) {
  CtaThread &thread = threadOf(context);
  const std::string place = std::string(file) + ":" + std::to_string(line);
  thread.cta->abandonWithFault(
      thread, cpu::assertionFault(thread.cta->request(), thread, {text, place, function}));
}

void stopped(ThreadContext *context) {
  CtaThread &thread = threadOf(context);
  thread.cta->abandonStopped(thread);
}

namespace {

template <class Function> void *addressOf(Function *function) {
  return reinterpret_cast<void *>(function);
}

// The functions that LLVM's code generator calls for math intrinsics, and MLIR's math-to-libm
// conversion.
#define PSTUDIO_UNARY(name)                                                                        \
  {#name, addressOf<double(double)>(&::name)}, {                                                   \
    #name "f", addressOf<float(float)>(&::name##f)                                                 \
  }
#define PSTUDIO_BINARY(name)                                                                       \
  {#name, addressOf<double(double, double)>(&::name)}, {                                           \
    #name "f", addressOf<float(float, float)>(&::name##f)                                          \
  }

/// Functions that emulate GPU features.
std::vector<Symbol> runtimeSymbols() {
  return {
      {"pstudio_cpu_barrier", addressOf(&barrier)},
      {"pstudio_cpu_barrier_count", addressOf(&barrierCount)},
      {"pstudio_cpu_shuffle", addressOf(&shuffle)},
      {"pstudio_cpu_warp_operation", addressOf(&warpOperation)},
      {"pstudio_cpu_order", addressOf(&order)},
      {"pstudio_cpu_call_enter", addressOf(&enterCall)},
      {"pstudio_cpu_call_leave", addressOf(&leaveCall)},
      {"pstudio_cpu_async_copy", addressOf(&asyncCopy)},
      {"pstudio_cpu_async_commit", addressOf(&asyncCommit)},
      {"pstudio_cpu_async_wait", addressOf(&asyncWait)},
      {"pstudio_cpu_is_shared", addressOf(&isShared)},
      {"pstudio_cpu_is_global", addressOf(&isGlobal)},
      {"pstudio_cpu_print", addressOf(&calls::print)},
      {"pstudio_cpu_rank_warp", addressOf(&rankOfWarp)},
      {"pstudio_cpu_rank_cta", addressOf(&rankOfCta)},
      {"pstudio_cpu_record_begin", addressOf(&beginRecords)},
      {"pstudio_cpu_record_header", addressOf(&writeHeader)},
      {"pstudio_cpu_record_clock", addressOf(&recordClock)},
      {"pstudio_cpu_record_store", addressOf(&storeRecord)},
      {"pstudio_cpu_record_group", addressOf(&openGroup)},
      {"pstudio_cpu_record_address", addressOf(&recordAddress)},
      {"pstudio_cpu_record_word", addressOf(&recordWord)},
      {"pstudio_cpu_store_access", addressOf(&storeAccess)},
      {"pstudio_cpu_count_access", addressOf(&countAccess)},
      {"pstudio_cpu_record_flush", addressOf(&flushRecords)},
      {"pstudio_cpu_record_end", addressOf(&endRecords)},
      {"pstudio_cpu_loop_enter", addressOf(&enterLoop)},
      {"pstudio_cpu_loop_next", addressOf(&nextIteration)},
      {"pstudio_cpu_loop_sampled", addressOf(&isSampled)},
      {"pstudio_cpu_access_fault", addressOf(&calls::accessFault)},
      {"pstudio_cpu_check_access", addressOf(&checkAccess)},
      {"pstudio_cpu_find_object", addressOf(&findObject)},
      {"pstudio_cpu_local_array", addressOf(&localArray)},
      {"pstudio_cpu_trace_access", addressOf(&traceAccess)},
      {"pstudio_cpu_division_fault", addressOf(&calls::divisionFault)},
      {"pstudio_cpu_stack_fault", addressOf(&calls::stackFault)},
      {"pstudio_cpu_assert_fail", addressOf(&calls::assertFail)},
      {"pstudio_cpu_stopped", addressOf(&stopped)},
  };
}

/// Functions that the code generator and MLIR's math-to-libm conversion call.
std::vector<Symbol> librarySymbols() {
  return {
      {"memcpy", addressOf<void *(void *, const void *, size_t)>(&std::memcpy)},
      {"memmove", addressOf<void *(void *, const void *, size_t)>(&std::memmove)},
      {"memset", addressOf<void *(void *, int, size_t)>(&std::memset)},
      PSTUDIO_UNARY(sin),
      PSTUDIO_UNARY(cos),
      PSTUDIO_UNARY(tan),
      PSTUDIO_UNARY(asin),
      PSTUDIO_UNARY(acos),
      PSTUDIO_UNARY(atan),
      PSTUDIO_UNARY(sinh),
      PSTUDIO_UNARY(cosh),
      PSTUDIO_UNARY(tanh),
      PSTUDIO_UNARY(asinh),
      PSTUDIO_UNARY(acosh),
      PSTUDIO_UNARY(atanh),
      PSTUDIO_UNARY(exp),
      PSTUDIO_UNARY(exp2),
      PSTUDIO_UNARY(expm1),
      PSTUDIO_UNARY(log),
      PSTUDIO_UNARY(log2),
      PSTUDIO_UNARY(log10),
      PSTUDIO_UNARY(log1p),
      PSTUDIO_UNARY(erf),
      PSTUDIO_UNARY(cbrt),
      PSTUDIO_UNARY(floor),
      PSTUDIO_UNARY(ceil),
      PSTUDIO_UNARY(trunc),
      PSTUDIO_UNARY(round),
      PSTUDIO_UNARY(roundeven),
      PSTUDIO_UNARY(rint),
      PSTUDIO_UNARY(nearbyint),
      PSTUDIO_UNARY(sqrt),
      PSTUDIO_BINARY(pow),
      PSTUDIO_BINARY(atan2),
      PSTUDIO_BINARY(fmod),
      PSTUDIO_BINARY(fmin),
      PSTUDIO_BINARY(fmax),
      PSTUDIO_BINARY(copysign),
      {"fma", addressOf<double(double, double, double)>(&::fma)},
      {"fmaf", addressOf<float(float, float, float)>(&::fmaf)},
  };
}

#undef PSTUDIO_UNARY
#undef PSTUDIO_BINARY

} // namespace

std::span<const Symbol> symbols() {
  static const std::vector<Symbol> kSymbols = [] {
    std::vector<Symbol> all = runtimeSymbols();
    const std::vector<Symbol> library = librarySymbols();
    all.insert(all.end(), library.begin(), library.end());
    return all;
  }();
  return kSymbols;
}

} // namespace pstudio::cpu::calls
