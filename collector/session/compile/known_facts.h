// SPDX-License-Identifier: Apache-2.0
// Facts about a specification's arguments from which the target's code benefits.
#pragma once

#include <span>

#include "collector/passes/argument_facts.h"
#include "collector/session/argument_binding.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// Facts that hold for every launch of the specification. O(arguments).
ArgumentFacts knownFacts(const RunSpec &spec);

/// Adds the facts of an integer argument with the value `value`, on the target `target`.
void addIntegerFacts(std::string_view target, uint32_t argument, int64_t value,
                     ArgumentFacts &facts);

/// Checks the facts against `words`, the arguments of the launch, one word each. RunFailed, with
/// the argument's name, if the code must not be launched with them. O(facts).
Result<void> checkFacts(const ArgumentFacts &facts, BoundArguments &arguments,
                        std::span<const uint64_t> words);

} // namespace pstudio
