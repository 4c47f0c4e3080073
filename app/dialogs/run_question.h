// SPDX-License-Identifier: Apache-2.0
// The question that a run answers, and the instrumentation mode that answers it.
#pragma once

#include <QString>

#include <array>

#include "core/run/instrumentation_mode.h"

namespace pstudio {

enum class RunQuestion : uint8_t {
  Time,   ///< where time goes: annotations, loops, barriers
  Copies, ///< whether copies are hidden: asynchronous operations
  Memory, ///< how memory is used: addresses
  ByHand, ///< every field is shown
};

inline constexpr std::array kRunQuestions{RunQuestion::Time, RunQuestion::Copies,
                                          RunQuestion::Memory, RunQuestion::ByHand};

QString titleOf(RunQuestion question);
/// The recorded operations that answer it.
QString explanationOf(RunQuestion question);
/// The question that a mode answers; ByHand for modes with a choice that no question makes.
RunQuestion questionOf(const InstrumentationMode &mode);
/// The mode that answers the question, with the warps, CTAs and functions of `mode`. ByHand:
/// `mode`.
InstrumentationMode modeFor(RunQuestion question, const InstrumentationMode &mode);

} // namespace pstudio
