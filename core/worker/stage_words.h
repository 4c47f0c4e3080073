// SPDX-License-Identifier: Apache-2.0
// The stages of a run in words.
#pragma once

#include <string_view>

namespace pstudio {

/// "opening the device" for "open": what a run does in a stage (the names in StageMessage), to
/// stand alone or after "while". A name that is not in the table stays.
std::string_view stageWords(std::string_view stage);

} // namespace pstudio
