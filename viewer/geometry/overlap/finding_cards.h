// SPDX-License-Identifier: Apache-2.0
// Findings as cards below each other: what was found, what follows, what it rests on.
#pragma once

#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/overlap/finding.h"
#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/text_measure.h"

namespace pstudio {

/// What a pixel of the cards does.
struct FindingPart {
  enum class Kind : uint8_t {
    Card,     ///< the finding itself: selects its first evidence
    Evidence, ///< one of its slices
    Switch,   ///< turns findings of its code off, or on again
  };
  Kind kind = Kind::Card;
  size_t finding = 0; ///< index
  SliceId slice;      ///< of Evidence
  PixelRect box;
};

/// How the cards look.
struct FindingLook {
  bool hasSwitches = true;   ///< pictures have none
  size_t most = SIZE_MAX;    ///< evidence links of a card
  size_t current = SIZE_MAX; ///< card with the keyboard focus
  float mostHeight = 1e9f;   ///< cards that would end below are counted in words instead
};

/// The name of a piece of evidence: "iteration 17, CTA 3".
using EvidenceName = std::function<std::string(SliceId)>;

/// Draws the cards into `width` pixels; findings whose code is `off` as one quiet line each.
/// `parts` gets what can be clicked, smaller parts behind the
/// card that holds them. \return the height.
float drawFindings(std::span<const analysis::Finding> findings, const std::set<std::string> &off,
                   const FindingLook &look, float width, const EvidenceName &nameOf,
                   const TextMeasure &measure, DrawList &out, std::vector<FindingPart> &parts);

} // namespace pstudio
