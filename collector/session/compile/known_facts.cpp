// SPDX-License-Identifier: Apache-2.0
#include "collector/session/compile/known_facts.h"

#include <variant>

#include "collector/session/target_name.h"

namespace pstudio {
namespace {

constexpr uint64_t kMostOffset = uint64_t{1} << 31; // 2 GiB

bool isInteger(DType type) {
  return !dtypeIsFloating(type);
}

void addBufferFacts(const BufferArgument &buffer, uint32_t index, const WantedFacts &wanted,
                    ArgumentFacts &facts) {
  if (wanted.bufferAlignment > 1)
    facts.push_back({index, ArgumentFactKind::Aligned, wanted.bufferAlignment});
  if (wanted.pointerOffsets && byteCountOf(buffer) < kMostOffset)
    facts.push_back({index, ArgumentFactKind::OffsetsIn32, 0});
}

bool holds(const ArgumentFact &fact, uint64_t word, const HostBuffer *buffer) {
  switch (fact.kind) {
  case ArgumentFactKind::Aligned:
  case ArgumentFactKind::DivisibleBy:
    return (word & (fact.value - 1)) == 0;
  case ArgumentFactKind::EqualsOne:
    return word == 1;
  case ArgumentFactKind::OffsetsIn32:
    return buffer && buffer->bytes().size() < kMostOffset;
  }
  return false;
}

} // namespace

void addIntegerFacts(std::string_view target, uint32_t argument, int64_t value,
                     ArgumentFacts &facts) {
  const WantedFacts wanted = wantedFacts(splitTarget(target).name);
  if (wanted.integerOne && value == 1)
    facts.push_back({argument, ArgumentFactKind::EqualsOne, 0});
  const auto rest = static_cast<uint64_t>(value) & (wanted.integerDivisor - 1);
  if (wanted.integerDivisor > 1 && rest == 0)
    facts.push_back({argument, ArgumentFactKind::DivisibleBy, wanted.integerDivisor});
}

ArgumentFacts knownFacts(const RunSpec &spec) {
  const WantedFacts wanted = wantedFacts(splitTarget(spec.target).name);
  ArgumentFacts facts;
  for (uint32_t i = 0; i < spec.arguments.size(); ++i) {
    const auto &value = spec.arguments[i].value;
    if (const auto *buffer = std::get_if<BufferArgument>(&value))
      addBufferFacts(*buffer, i, wanted, facts);
    else if (const auto *scalar = std::get_if<ScalarArgument>(&value);
             scalar && isInteger(scalar->dtype))
      addIntegerFacts(spec.target, i, scalar->intValue, facts);
  }
  return facts;
}

Result<void> checkFacts(const ArgumentFacts &facts, BoundArguments &arguments,
                        std::span<const uint64_t> words) {
  for (const ArgumentFact &fact : facts) {
    const uint32_t i = fact.argument;
    if (i < words.size() && i < arguments.count() && holds(fact, words[i], arguments.buffer(i)))
      continue;
    return fail(ErrorCode::RunFailed,
                "the kernel was compiled for arguments with " + toString({fact}) +
                    ", which this launch does not have",
                i < arguments.count() ? "argument " + arguments.name(i) : std::string());
  }
  return {};
}

} // namespace pstudio
