// SPDX-License-Identifier: Apache-2.0
// Commands of the victim that make, change and replay graphs.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace pstudio::test {

/// State that the commands share with those of the victim.
struct GraphWords {
  std::function<std::string()> word; ///< takes the next word of the command line
  std::map<std::string, void *> &handles;
  void *&stream;
  uint64_t &total; ///< to which kernels add
};

/// newgraph GRAPH; endgraph GRAPH (ends a capture); addnode GRAPH NODE FUNCTION ADDEND; addafter
/// GRAPH NODE BEFORE FUNCTION ADDEND; addbuffer (as addnode, its arguments in one buffer); edge
/// FROM TO; addchild GRAPH NODE CHILD; addconditional GRAPH; clone CLONE GRAPH; instantiate EXEC
/// GRAPH FLAGS; replay EXEC COUNT; setnode EXEC NODE FUNCTION ADDEND; setany (the same by
/// cuGraphExecNodeSetParams); update EXEC GRAPH; updatechild EXEC NODE CHILD; enable EXEC NODE 0|1;
/// destroygraph GRAPH; destroyexec EXEC; graphs (prints the number of those that exist).
void addGraphWords(std::map<std::string, std::function<void()>> &commands, GraphWords shared);

} // namespace pstudio::test
