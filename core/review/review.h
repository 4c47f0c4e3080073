// SPDX-License-Identifier: Apache-2.0
// Additions of a reviewer to a trace: notes on times, named views, and the view that was shown
// last.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/units.h"
#include "core/trace/trace_parts.h"

namespace pstudio::review {

/// The colour of a note's mark.
enum class Color : uint8_t { Yellow, Green, Blue, Red };
inline constexpr size_t kColorCount = 4;

/// A comment on a time or a range of a trace. Without a text it is a bookmark.
struct Note {
  Picoseconds begin, end; ///< of the trace; equal for a point in time
  std::string track;      ///< path as trackPath() writes it; "": of no track in particular
  std::string text;       ///< UTF-8, at most kMaxTextBytes
  Color color = Color::Yellow;
  /// The times have the recording cost subtracted (cost_correction.h).
  bool isCorrected = false;
  bool operator==(const Note &) const = default;
  TimeRange range() const { return {begin, end}; }
};

/// Which nodes of a tree of tracks are folded, by lengths of runs in preorder: open, folded, open,
/// and so on. It belongs to the tree with this fingerprint only.
struct FoldRuns {
  uint64_t tree = 0; ///< fingerprint of the tree; 0: there are no folds
  std::vector<uint32_t> lengths;
  /// Open tracks that show only their outermost levels apart from each other: index of the node,
  /// number of rows, index of the next node, and so on.
  std::vector<uint32_t> levels = {};
  bool operator==(const FoldRuns &) const = default;
};

/// A move of a line of the timeline next to another one, by the paths of both tracks.
struct Move {
  std::string track, beside;
  bool isAfter = false; ///< after `beside`, else before it
  bool operator==(const Move &) const = default;
};

/// State of a timeline: times, tracks, folds and colours. `grouping`, `height` and `color` are
/// words of the viewer (track_setting_words.h); an unknown word means the default.
struct View {
  std::string name; ///< unique in a Review; "" for the view that was shown last
  Picoseconds begin, end;
  bool isCorrected = false; ///< as in Note
  uint32_t scroll = 0;      ///< content above the upper edge [logical pixels]
  std::string grouping, height, color;
  std::vector<std::string> pinned, hidden; ///< paths of tracks
  std::vector<Move> moves;                 ///< in the order in which they were made
  std::string onlyKind, onlyLabel;         ///< "": no track was picked out
  std::string filter;
  FoldRuns folds;       ///< of all tracks
  FoldRuns chosenFolds; ///< of the tracks that a filter has picked out
  bool operator==(const View &) const = default;
  TimeRange range() const { return {begin, end}; }
};

/// Belongs to one trace; the trace itself never changes.
struct Review {
  std::vector<Note> notes; ///< by begin, then in the order in which they were added
  std::vector<View> views; ///< in the order in which they were added
  std::optional<View> last;
  bool operator==(const Review &) const = default;
  bool isEmpty() const { return notes.empty() && views.empty() && !last; }
};

/// A review as a file holds it.
struct ReadReview {
  Review review;
  size_t skipped = 0; ///< notes and views that are damaged or beyond the limits
};

inline constexpr size_t kMaxNotes = 10'000;
inline constexpr size_t kMaxViews = 1'000;
inline constexpr size_t kMaxTextBytes = 16'384;
inline constexpr size_t kMaxPaths = 100'000;

/// Whether times, text and track of a note make sense. O(text).
bool isUsable(const Note &note);
/// Whether the range and texts of a view make sense. O(size).
bool isUsable(const View &view);

/// Inserts the note after those that begin no later. \return its index. O(notes).
size_t addNote(Review &review, Note note);
/// `wanted`, or with the lowest number from 2 that makes it unique: "view", "view 2". O(views^2).
std::string freeViewName(const Review &review, const std::string &wanted);
/// The view with a name, or null; valid until the views change. O(views).
const View *findView(const Review &review, const std::string &name);

/// A copy of it, or an error that lists the existing names.
Result<View> viewNamed(const Review &review, const std::string &name);

} // namespace pstudio::review
