// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome_json/stack_frames.h"

namespace pstudio {

const StackTexts::Stack &StackTexts::of(const std::string &id) {
  const auto [known, isNew] = m_stacks.try_emplace(id);
  Stack &stack = known->second;
  if (!isNew)
    return stack;
  std::vector<Arg> args;
  for (auto frame = m_frames.find(id); frame != m_frames.end() && args.size() < kDeepest;
       frame = m_frames.find(frame->second.parent)) {
    if (args.empty()) {
      stack.name = frame->second.name;
      stack.category = frame->second.category;
    }
    const StringId key = m_builder.intern("stack[" + std::to_string(args.size()) + "]");
    args.push_back(Arg::ofString(key, frame->second.name));
  }
  if (args.empty())
    args.push_back(Arg::ofString(m_builder.intern("sf"), m_builder.intern(id)));
  stack.args = m_argSets.add(args);
  return stack;
}

} // namespace pstudio
