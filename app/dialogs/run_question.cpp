// SPDX-License-Identifier: Apache-2.0
// The questions of the run dialog in words, and their modes.
#include "app/dialogs/run_question.h"

#include <QCoreApplication>

#include <algorithm>

namespace pstudio {
namespace {

using Mode = InstrumentationMode;
using AutoMode = Mode::AutoMode;

QString text(const char *source) {
  return QCoreApplication::translate("pstudio::RunQuestion", source);
}

/// Auto modes of the question. \pre not ByHand
std::vector<AutoMode> autoModesOf(RunQuestion question) {
  switch (question) {
  case RunQuestion::Copies:
    return {AutoMode::Async};
  case RunQuestion::Memory:
    return {AutoMode::Memory};
  default:
    return {AutoMode::Loops, AutoMode::Barriers};
  }
}

/// The parts of a mode that no question changes.
Mode sampledAs(const Mode &mode) {
  Mode sampled;
  sampled.warps = mode.warps;
  sampled.ctas = mode.ctas;
  sampled.include = mode.include;
  sampled.exclude = mode.exclude;
  return sampled;
}

} // namespace

QString titleOf(RunQuestion question) {
  switch (question) {
  case RunQuestion::Time:
    return text("Where does the time go?");
  case RunQuestion::Copies:
    return text("Are copies hidden?");
  case RunQuestion::Memory:
    return text("How is memory used?");
  case RunQuestion::ByHand:
    return text("Everything, by hand");
  }
  return {};
}

QString explanationOf(RunQuestion question) {
  switch (question) {
  case RunQuestion::Time:
    return text("annotations, or loops and waits at barriers");
  case RunQuestion::Copies:
    return text("asynchronous copies, matrix operations, waits for them");
  case RunQuestion::Memory:
    return text("addresses of loads and stores");
  case RunQuestion::ByHand:
    return text("all options of the recording");
  }
  return {};
}

RunQuestion questionOf(const Mode &mode) {
  Mode plain = sampledAs(mode);
  if (mode == plain) // the annotations alone
    return RunQuestion::Time;
  for (const RunQuestion question : {RunQuestion::Time, RunQuestion::Copies, RunQuestion::Memory}) {
    plain.autoModes = autoModesOf(question);
    if (mode == plain)
      return question;
  }
  return RunQuestion::ByHand;
}

Mode modeFor(RunQuestion question, const Mode &mode) {
  if (question == RunQuestion::ByHand)
    return mode;
  Mode answering = sampledAs(mode);
  answering.autoModes = autoModesOf(question);
  return answering;
}

} // namespace pstudio
