// SPDX-License-Identifier: Apache-2.0
#include "core/worker/stage_words.h"

#include <algorithm>
#include <array>

#include "core/worker/worker_messages.h"

namespace pstudio {
namespace {

struct Stage {
  std::string_view name, words;
};

constexpr std::array<Stage, 12> kStages = {{{"connect", "connecting"},
                                            {"send", "sending files"},
                                            {"parse", "reading the kernel"},
                                            {"open", "opening the device"},
                                            {"instrument", "instrumenting"},
                                            {"lower", "lowering"},
                                            {"compile", "compiling"},
                                            {"launch", "running"},
                                            {"decode", "decoding the records"},
                                            {"check", "checking the results"},
                                            {"write", "writing the trace"},
                                            {kReceiveStage, "receiving the trace"}}};

} // namespace

std::string_view stageWords(std::string_view stage) {
  const auto known = std::ranges::find(kStages, stage, &Stage::name);
  return known == kStages.end() ? stage : known->words;
}

} // namespace pstudio
