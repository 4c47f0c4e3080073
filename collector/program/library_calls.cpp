// SPDX-License-Identifier: Apache-2.0
// Runtime functions for host code: the C library, MLIR's C runner utilities and helpers.
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>

#include "collector/program/memref_text.h"
#include "collector/program/program_run.h"
#include "collector/program/runtime_tables.h"

namespace pstudio::program {
namespace {

// --- Functions that this project's stages insert

Result<void> atCall(ProgramRun &run, int32_t site) {
  run.callSite = static_cast<uint32_t>(site);
  return {};
}

Result<void> poll(ProgramRun &run, void *place) {
  return run.clock().check(static_cast<const char *>(place));
}

Result<void> outOfBounds(ProgramRun &, void *place, void *operation, int64_t index, int64_t extent,
                         int32_t dimension) {
  return fail(ErrorCode::RunFailed,
              "the host code accesses memory out of bounds: " +
                  std::string(static_cast<char *>(operation)) + " uses index " +
                  std::to_string(index) + " in dimension " + std::to_string(dimension) +
                  ", which has " + std::to_string(extent) +
                  (extent == 1 ? " element" : " elements"),
              static_cast<char *>(place));
}

// --- Of MLIR's C runner utilities

Result<double> secondsSinceEpoch(ProgramRun &) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}
Result<int64_t> nanosecondsNow(ProgramRun &) {
  return int64_t{std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1)};
}
Result<void> abortProgram(ProgramRun &) {
  return fail(ErrorCode::RunFailed,
              "the program aborted: an assertion of its host code failed, or it called abort");
}

/// Copies element by element, dimension by dimension.
void copyElements(const MemrefView &to, const MemrefView &from, int64_t axis, int64_t toIndex,
                  int64_t fromIndex, int64_t elementBytes) {
  if (axis == from.rank()) {
    std::memcpy(const_cast<std::byte *>(to.data()) + toIndex * elementBytes,
                from.data() + fromIndex * elementBytes, static_cast<size_t>(elementBytes));
    return;
  }
  for (int64_t i = 0; i < from.size(axis); ++i)
    copyElements(to, from, axis + 1, toIndex + i * to.stride(axis),
                 fromIndex + i * from.stride(axis), elementBytes);
}

struct Unranked {
  int64_t rank = 0;
  void *descriptor = nullptr;
};

Result<void> memrefCopy(ProgramRun &, int64_t elementBytes, void *source, void *destination) {
  Unranked from;
  Unranked to;
  std::memcpy(&from, source, sizeof from);
  std::memcpy(&to, destination, sizeof to);
  const MemrefView fromView(from.rank, from.descriptor);
  const MemrefView toView(to.rank, to.descriptor);
  copyElements(toView, fromView, 0, toView.offset(), fromView.offset(), elementBytes);
  return {};
}

void addMathematics(std::vector<RuntimeFunction> &table) {
#define PSTUDIO_UNARY(name)                                                                        \
  table.push_back(libraryFunction<double, double>(#name, &::name));                                \
  table.push_back(libraryFunction<float, float>(#name "f", &::name##f));
#define PSTUDIO_BINARY(name)                                                                       \
  table.push_back(libraryFunction<double, double, double>(#name, &::name));                        \
  table.push_back(libraryFunction<float, float, float>(#name "f", &::name##f));
  PSTUDIO_UNARY(sin)
  PSTUDIO_UNARY(cos)
  PSTUDIO_UNARY(tan)
  PSTUDIO_UNARY(asin)
  PSTUDIO_UNARY(acos)
  PSTUDIO_UNARY(atan)
  PSTUDIO_UNARY(sinh)
  PSTUDIO_UNARY(cosh)
  PSTUDIO_UNARY(tanh)
  PSTUDIO_UNARY(asinh)
  PSTUDIO_UNARY(acosh)
  PSTUDIO_UNARY(atanh)
  PSTUDIO_UNARY(exp)
  PSTUDIO_UNARY(exp2)
  PSTUDIO_UNARY(expm1)
  PSTUDIO_UNARY(log)
  PSTUDIO_UNARY(log2)
  PSTUDIO_UNARY(log10)
  PSTUDIO_UNARY(log1p)
  PSTUDIO_UNARY(erf)
  PSTUDIO_UNARY(cbrt)
  PSTUDIO_UNARY(sqrt)
  PSTUDIO_UNARY(floor)
  PSTUDIO_UNARY(ceil)
  PSTUDIO_UNARY(trunc)
  PSTUDIO_UNARY(round)
  PSTUDIO_UNARY(roundeven)
  PSTUDIO_UNARY(rint)
  PSTUDIO_BINARY(pow)
  PSTUDIO_BINARY(atan2)
  PSTUDIO_BINARY(fmod)
  PSTUDIO_BINARY(fmin)
  PSTUDIO_BINARY(fmax)
#undef PSTUDIO_UNARY
#undef PSTUDIO_BINARY
}

} // namespace

std::vector<RuntimeFunction> libraryFunctions() {
  std::vector<RuntimeFunction> table{
      runtimeFunction<atCall>("pstudioAtCall"),
      runtimeFunction<poll>("pstudioPoll"),
      runtimeFunction<outOfBounds>("pstudioOutOfBounds"),
      runtimeFunction<secondsSinceEpoch>("rtclock"),
      runtimeFunction<nanosecondsNow>("_mlir_ciface_nanoTime"),
      runtimeFunction<abortProgram>("abort"),
      runtimeFunction<memrefCopy>("memrefCopy"),
      libraryFunction<void *, size_t>("malloc", &std::malloc),
      libraryFunction<void *, size_t, size_t>("aligned_alloc", &std::aligned_alloc),
      libraryFunction<void, void *>("free", &std::free),
      libraryFunction<void *, size_t>("mlirAlloc", &std::malloc),
      libraryFunction<void, void *>("mlirFree", &std::free),
      libraryFunction<void *, void *, const void *, size_t>("memcpy", &std::memcpy),
      libraryFunction<void *, void *, const void *, size_t>("memmove", &std::memmove),
      libraryFunction<void *, void *, int, size_t>("memset", &std::memset),
  };
  addMathematics(table);
  return table;
}

std::vector<RuntimeFunction> runtimeFunctions() {
  std::vector<RuntimeFunction> all = gpuFunctions();
  for (const auto &table : {asyncFunctions(), printFunctions(), libraryFunctions()})
    all.insert(all.end(), table.begin(), table.end());
  return all;
}

} // namespace pstudio::program
