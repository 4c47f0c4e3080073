// SPDX-License-Identifier: Apache-2.0
// Commands of the victim that name ranges as a library with the header of NVTX does.
#pragma once

#include <functional>
#include <map>
#include <string>

namespace pstudio::test {

/// push NAME, pushw NAME (wide characters) and pop; pushin DOMAIN NAME (registered) and popin
/// DOMAIN; start RANGE NAME and end RANGE. `word` takes the next word of the command line. push and
/// pop print the depth.
void addNvtxWords(std::map<std::string, std::function<void()>> &commands,
                  const std::function<std::string()> &word);

} // namespace pstudio::test
