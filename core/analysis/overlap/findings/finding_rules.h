// SPDX-License-Identifier: Apache-2.0
// The rules that create findings. A rule without significant numbers creates none.
#pragma once

#include "core/analysis/overlap/findings/finding_writer.h"

namespace pstudio::analysis {

// By subject; the README lists the codes of their findings.
void findExposedStages(const FindingInput &input);     ///< stage_rules.cpp
void findLateIssues(const FindingInput &input);        ///< stage_rules.cpp
void findPrologueOnly(const FindingInput &input);      ///< stage_rules.cpp
void findPipelineBound(const FindingInput &input);     ///< bound_rules.cpp
void findStageMemory(const FindingInput &input);       ///< bound_rules.cpp
void findDeepQueue(const FindingInput &input);         ///< bound_rules.cpp
void findProducerStall(const FindingInput &input);     ///< role_rules.cpp
void findMatrixWaits(const FindingInput &input);       ///< role_rules.cpp
void findBarrierWaits(const FindingInput &input);      ///< role_rules.cpp
void findCriticalShare(const FindingInput &input);     ///< role_rules.cpp
void findCorrectedTimes(const FindingInput &input);    ///< quality_rules.cpp
void findUncertainPairs(const FindingInput &input);    ///< quality_rules.cpp
void findDroppedRecords(const FindingInput &input);    ///< quality_rules.cpp
void findUnknownThresholds(const FindingInput &input); ///< quality_rules.cpp
void findManualWaits(const FindingInput &input);       ///< quality_rules.cpp
void findUnwaited(const FindingInput &input);          ///< quality_rules.cpp

} // namespace pstudio::analysis
