// SPDX-License-Identifier: Apache-2.0
// Commands of the victim that enter scopes, operations and steps, and choose kernels.
#pragma once

#include <functional>
#include <map>
#include <string>

namespace pstudio::test {

/// Adds scope NAME, endscope, operation 1 or 0, step N, instrument KERNEL MODE, restore RULE,
/// interpreter NAME and notice CODE TEXT. `word` takes the next word of the command line.
void addChoiceWords(std::map<std::string, std::function<void()>> &commands,
                    const std::function<std::string()> &word);

} // namespace pstudio::test
