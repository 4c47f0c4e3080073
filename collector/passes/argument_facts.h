// SPDX-License-Identifier: Apache-2.0
// Properties of kernel arguments that hold for a launch, and the properties from which a target
// generates faster code.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pstudio {

enum class ArgumentFactKind : uint8_t {
  Aligned,     ///< a buffer or pointer: the address is a multiple of `value`, a power of two
  DivisibleBy, ///< an integer: a multiple of `value`, a power of two
  EqualsOne,   ///< an integer
  OffsetsIn32, ///< a buffer: of less than 2 GiB, so that signed 32 bits hold every offset
};

/// A property that holds in every launch of the code that is compiled with it.
struct ArgumentFact {
  uint32_t argument = 0; ///< of the kernel, from 0
  ArgumentFactKind kind = ArgumentFactKind::Aligned;
  uint64_t value = 0; ///< of Aligned and DivisibleBy
  bool operator==(const ArgumentFact &) const = default;
};

/// Facts in the order of the arguments. Canonical text: "0:align16,1:one,2:div16,3:off32"; empty
/// for none.
using ArgumentFacts = std::vector<ArgumentFact>;
std::string toString(const ArgumentFacts &facts);
/// InvalidInput, naming the part, for any other text, and for values that are no powers of two.
Result<ArgumentFacts> parseArgumentFacts(std::string_view text);

/// The properties from which a target generates faster code.
struct WantedFacts {
  uint64_t bufferAlignment = 1; ///< alignment that the target's memory always has; 1: of no use
  uint64_t integerDivisor = 1;  ///< 1: of no use
  bool integerOne = false;      ///< replace an integer that is 1
  bool pointerOffsets = false;  ///< the hardware has instructions with 32-bit offsets
};
/// The facts for a target by its name without architecture: "cpu", "cuda", "hip". None for other
/// names, and none for "cpu", whose times are those of the kernel as it is written.
WantedFacts wantedFacts(std::string_view target);

} // namespace pstudio
