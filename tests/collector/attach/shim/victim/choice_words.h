// SPDX-License-Identifier: Apache-2.0
// Commands of the victim that enter scopes, operations and steps, and choose kernels.
#pragma once

#include <functional>
#include <map>
#include <string>

namespace pstudio::test {

/// Adds scope NAME, endscope, operation 1 or 0, step N, instrument KERNEL MODE, restore RULE,
/// interpreter NAME, notice CODE TEXT; session NUMBER CHANGE (a started one is "profile"), clear
/// NUMBER PHASE, advance NUMBER and tree NUMBER PHASE FILE (-1: all phases), which writes its tree.
/// `word` takes the next word of the command line.
void addChoiceWords(std::map<std::string, std::function<void()>> &commands,
                    const std::function<std::string()> &word);

} // namespace pstudio::test
