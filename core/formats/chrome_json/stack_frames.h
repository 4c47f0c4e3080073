// SPDX-License-Identifier: Apache-2.0
// The table "stackFrames" of Chrome JSON: call stacks as arguments.
#pragma once

#include <string>
#include <unordered_map>

#include "core/formats/import/arg_set_cache.h"
#include "core/trace/trace_builder.h"

namespace pstudio {

/// A call of the table.
struct StackFrame {
  StringId name;
  StringId category;
  std::string parent; ///< id of the caller; empty: none
};

/// The calls of a file by id.
using StackFrames = std::unordered_map<std::string, StackFrame>;

/// The stacks of one file. [not thread-safe]
class StackTexts {
public:
  /// `frames` must outlive this.
  StackTexts(const StackFrames &frames, TraceBuilder &builder, ArgSetCache &argSets)
      : m_frames(frames), m_builder(builder), m_argSets(argSets) {}

  struct Stack {
    StringId name;     ///< of the innermost call; none if the table lacks it
    StringId category; ///< likewise
    ArgSetId args;     ///< "stack[0]" is the innermost call
  };
  /// The stack whose innermost call has this id; only the id if the table lacks it. At most
  /// kDeepest calls, so that a cycle ends. O(calls) the first time.
  const Stack &of(const std::string &id);
  static constexpr size_t kDeepest = 256;

private:
  const StackFrames &m_frames;
  TraceBuilder &m_builder;
  ArgSetCache &m_argSets;
  std::unordered_map<std::string, Stack> m_stacks;
};

} // namespace pstudio
