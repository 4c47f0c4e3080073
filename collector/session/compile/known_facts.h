// SPDX-License-Identifier: Apache-2.0
// What a specification's arguments are known to be, as far as its target's code gains from it.
#pragma once

#include <span>

#include "collector/passes/argument_facts.h"
#include "collector/session/argument_binding.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// Of every launch of the specification. O(arguments).
ArgumentFacts knownFacts(const RunSpec &spec);

/// Of an integer argument that is `value`, on the target of that name.
void addIntegerFacts(std::string_view target, uint32_t argument, int64_t value,
                     ArgumentFacts &facts);

/// Checks the facts against `words`, one for each argument as the launch passes it: RunFailed,
/// naming the argument, for code that must not be launched with them. O(facts).
Result<void> checkFacts(const ArgumentFacts &facts, BoundArguments &arguments,
                        std::span<const uint64_t> words);

} // namespace pstudio
