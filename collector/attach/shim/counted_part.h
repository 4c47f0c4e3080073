// SPDX-License-Identifier: Apache-2.0
// Whether the program is inside the range whose launches are counted (--range).
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "core/attach/attach_settings.h"

namespace pstudio::attach {

/// The state of the program is that of the process, known also before it has an attachment.
/// [thread: any]
class CountedPart {
public:
  /// The step of a program without torch.profiler.
  static constexpr uint64_t kNoStep = UINT64_MAX;

  /// \param text  AttachSettings::range. A text that is no range stands for the whole program: the
  /// server has rejected it.
  void set(const std::string &text);

  /// True if a launch of the calling thread is inside the range now. A thread without scopes is in
  /// those of the main thread, as its call path is. Cost: one load without a range, two for the
  /// profiler and steps; a look at the last scope for a scope, and a lock where that has changed.
  bool isOpen() const { return m_range.kind == CountedRange::Kind::All || isOpenNow(); }

  /// Between cuProfilerStart and cuProfilerStop. They do not nest.
  static void setProfiling(bool isOn);
  /// torch.profiler is in this step; kNoStep: in none.
  static void setStep(uint64_t step);

private:
  bool isOpenNow() const;

  std::string m_text;
  CountedRange m_range;
  uint32_t m_scope = 0; ///< HostPath::text of the scope's name
};

} // namespace pstudio::attach
