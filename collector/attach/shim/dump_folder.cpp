// SPDX-License-Identifier: Apache-2.0
// Without a lock: a child that is forked meanwhile has the folder, too.
#include "collector/attach/shim/dump_folder.h"

#include <atomic>
#include <utility>

namespace pstudio::attach {

namespace {

/// Never deleted: another thread may read it. A process sets one or two.
struct Dump {
  std::vector<std::string> options;
  const Dump *earlier = nullptr;
};
constinit std::atomic<const Dump *> s_dump = nullptr;

} // namespace

void setDumpFolder(std::string folder, std::string flags) {
  auto *dump = new Dump;
  dump->options.push_back(std::move(folder));
  if (!flags.empty())
    dump->options.push_back(std::move(flags));
  const Dump *earlier = s_dump.load(std::memory_order_acquire);
  do
    dump->earlier = earlier;
  while (!s_dump.compare_exchange_weak(earlier, dump));
}

std::vector<std::string> dumpOptions() {
  const Dump *dump = s_dump.load(std::memory_order_acquire);
  return dump ? dump->options : std::vector<std::string>();
}

} // namespace pstudio::attach
