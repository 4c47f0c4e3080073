// SPDX-License-Identifier: Apache-2.0
// Rules of notes and views.
#include "core/review/review.h"

#include <algorithm>

#include "core/base/utf8.h"

namespace pstudio::review {
namespace {

bool isUsableText(const std::string &text) {
  return text.size() <= kMaxTextBytes && isUtf8(text);
}

} // namespace

bool isUsable(const Note &note) {
  return note.begin <= note.end && isUsableText(note.text) && isUsableText(note.track);
}

bool isUsable(const View &view) {
  const bool areTexts = std::ranges::all_of(
      std::initializer_list<const std::string *>{&view.name, &view.grouping, &view.height,
                                                 &view.color, &view.onlyKind, &view.onlyLabel,
                                                 &view.filter},
      [](const std::string *text) { return isUsableText(*text); });
  const bool areMoves = std::ranges::all_of(view.moves, [](const Move &move) {
    return isUsableText(move.track) && isUsableText(move.beside);
  });
  return view.begin < view.end && areTexts && areMoves && view.moves.size() <= kMaxPaths &&
         view.pinned.size() <= kMaxPaths && view.hidden.size() <= kMaxPaths &&
         std::ranges::all_of(view.pinned, isUsableText) &&
         std::ranges::all_of(view.hidden, isUsableText);
}

size_t addNote(Review &review, Note note) {
  const auto place =
      std::ranges::upper_bound(review.notes, note.begin, std::ranges::less(), &Note::begin);
  return static_cast<size_t>(review.notes.insert(place, std::move(note)) - review.notes.begin());
}

std::string freeViewName(const Review &review, const std::string &wanted) {
  std::string name = wanted;
  for (int number = 2; findView(review, name) != nullptr; ++number)
    name = wanted + " " + std::to_string(number);
  return name;
}

const View *findView(const Review &review, const std::string &name) {
  const auto found = std::ranges::find(review.views, name, &View::name);
  return found == review.views.end() ? nullptr : &*found;
}

Result<View> viewNamed(const Review &review, const std::string &name) {
  if (const View *view = findView(review, name))
    return *view;
  std::string known;
  for (const View &view : review.views)
    known += (known.empty() ? "" : ", ") + view.name;
  return fail(ErrorCode::InvalidInput, "no kept view has the name " + name, "",
              known.empty() ? "the trace has no kept views" : "available: " + known);
}

} // namespace pstudio::review
