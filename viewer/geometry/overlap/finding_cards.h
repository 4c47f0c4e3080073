// SPDX-License-Identifier: Apache-2.0
// Findings as a column of cards: the finding, its consequence and its evidence.
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

/// A part of the cards that reacts to a click.
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

/// Display options of the cards.
struct FindingLook {
  bool hasSwitches = true;   ///< pictures have none
  size_t most = SIZE_MAX;    ///< evidence links of a card
  size_t current = SIZE_MAX; ///< card with the keyboard focus
  float mostHeight = 1e9f;   ///< cards that would end below are only counted in a text
};

/// The name of a piece of evidence: "iteration 17, CTA 3".
using EvidenceName = std::function<std::string(SliceId)>;

/// Draws the cards into `width` pixels. A finding whose code is in `off` is one muted line with a
/// switch; without FindingLook::hasSwitches it is left out. `parts` receives the clickable parts; a
/// part inside of a card follows the card. \return the height.
float drawFindings(std::span<const analysis::Finding> findings, const std::set<std::string> &off,
                   const FindingLook &look, float width, const EvidenceName &nameOf,
                   const TextMeasure &measure, DrawList &out, std::vector<FindingPart> &parts);

} // namespace pstudio
