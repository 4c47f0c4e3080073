// SPDX-License-Identifier: Apache-2.0
// The fields of notes and views in files (core/formats/pftrace/FORMAT.md, review_json.h).
#pragma once

#include <array>

#include "core/base/fields.h"
#include "core/review/review.h"

namespace pstudio::review {

inline constexpr std::array<std::string_view, kColorCount> kColorNames = {"yellow", "green", "blue",
                                                                          "red"};

template <FieldsOwner<Note> T> constexpr auto fieldsOf(T &note) {
  auto &[begin, end, track, text, color, isCorrected] = note;
  return std::tuple(Field{"begin_ps", begin}.numbered(1), Field{"end_ps", end}.numbered(2),
                    Field{"track", track}.omittedIf(track.empty()).numbered(3),
                    Field{"text", text}.numbered(4),
                    Field{"color", color, oneOf(kColorNames)}.optional().numbered(5),
                    Field{"corrected", isCorrected}.omittedIf(!isCorrected).numbered(6));
}

template <FieldsOwner<Move> T> constexpr auto fieldsOf(T &move) {
  auto &[track, beside, isAfter] = move;
  return std::tuple(Field{"track", track}.numbered(1), Field{"beside", beside}.numbered(2),
                    Field{"after", isAfter}.omittedIf(!isAfter).numbered(3));
}

template <FieldsOwner<FoldRuns> T> constexpr auto fieldsOf(T &folds) {
  auto &[tree, lengths, levels] = folds;
  return std::tuple(Field{"tree", tree, kUnbounded}.numbered(1),
                    Field{"lengths", lengths}.numbered(2),
                    Field{"levels", levels}.omittedIf(levels.empty()).numbered(3));
}

template <FieldsOwner<View> T> constexpr auto fieldsOf(T &view) {
  auto &[name, begin, end, isCorrected, scroll, grouping, height, color, pinned, hidden, moves,
         onlyKind, onlyLabel, filter, folds, chosenFolds] = view;
  return std::tuple(
      Field{"name", name}.omittedIf(name.empty()).numbered(1), Field{"begin_ps", begin}.numbered(2),
      Field{"end_ps", end}.numbered(3),
      Field{"corrected", isCorrected}.omittedIf(!isCorrected).numbered(4),
      Field{"scroll", scroll}.omittedIf(scroll == 0).numbered(5),
      Field{"grouping", grouping}.optional().numbered(6),
      Field{"height", height}.optional().numbered(7), Field{"color", color}.optional().numbered(8),
      Field{"pinned", pinned, atMost(kMaxPaths)}.omittedIf(pinned.empty()).numbered(9),
      Field{"hidden", hidden, atMost(kMaxPaths)}.omittedIf(hidden.empty()).numbered(10),
      Field{"moves", moves, atMost(kMaxPaths)}.omittedIf(moves.empty()).numbered(16),
      Field{"only_kind", onlyKind}.omittedIf(onlyKind.empty()).numbered(11),
      Field{"only_label", onlyLabel}.omittedIf(onlyLabel.empty()).numbered(12),
      Field{"filter", filter}.omittedIf(filter.empty()).numbered(13),
      Field{"folds", folds}.omittedIf(folds == FoldRuns()).numbered(14),
      Field{"chosen_folds", chosenFolds}.omittedIf(chosenFolds == FoldRuns()).numbered(15));
}

} // namespace pstudio::review
