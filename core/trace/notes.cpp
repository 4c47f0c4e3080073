// SPDX-License-Identifier: Apache-2.0
#include "core/trace/notes.h"

#include <algorithm>
#include <array>

#include "core/base/check.h"
#include "core/base/number_text.h"
#include "core/trace/trace.h"

namespace pstudio {
namespace {

constexpr auto kNotes = std::to_array<NoteKind>({
#define PSTUDIO_NOTE(name, code, severity, role, one, many, sentences, advice)                     \
  {code, Note::Severity::severity, NoteRole::role, one, many, sentences, advice},
#include "core/trace/notes.def"
#undef PSTUDIO_NOTE
});

static_assert(std::ranges::is_sorted(kNotes, {}, &NoteKind::code));

const NoteKind *find(std::string_view code) {
  const auto found = std::ranges::lower_bound(kNotes, code, {}, &NoteKind::code);
  return found != kNotes.end() && found->code == code ? &*found : nullptr;
}

/// Puts each value in the place of one `{name}`. All are needed.
std::string filled(std::string_view text, std::span<const std::string_view> values) {
  std::string out;
  for (const std::string_view value : values) {
    const size_t begin = text.find('{');
    PSTUDIO_CHECK(begin != std::string_view::npos);
    out.append(text.substr(0, begin)).append(value);
    text.remove_prefix(text.find('}', begin) + 1);
  }
  PSTUDIO_CHECK(text.find('{') == std::string_view::npos);
  return out.append(text);
}

/// The first words of a sentence, for a code that is not in the table.
std::string beginningOf(const std::string &message) {
  constexpr size_t kLongest = 60; // bytes
  if (message.size() <= kLongest)
    return message;
  const size_t blank = message.rfind(' ', kLongest);
  const size_t end = blank == std::string::npos ? message.find(' ') : blank;
  return end == std::string::npos ? message : message.substr(0, end) + "\u2026";
}

} // namespace

std::span<const NoteKind> noteKinds() {
  return kNotes;
}

Note makeNote(NoteCode code, std::initializer_list<std::string_view> values, uint64_t count) {
  const NoteKind &kind = kNotes[static_cast<size_t>(code)];
  std::string message(kind.sentences);
  if (!kind.advice.empty())
    message.append(" ").append(kind.advice);
  return {kind.severity, std::string(kind.code), filled(message, values), count};
}

std::string wordsOf(const Note &note) {
  const NoteKind *kind = find(note.code);
  if (kind == nullptr)
    return beginningOf(note.message.empty() ? note.code : note.message);
  std::string text(note.count == 1 || kind->many.empty() ? kind->one : kind->many);
  if (const size_t place = text.find('#'); place != std::string::npos)
    text.replace(place, 1, countText(note.count));
  return text;
}

NoteRole roleOf(const Note &note) {
  const NoteKind *kind = find(note.code);
  return kind != nullptr ? kind->role : NoteRole::Plain;
}

const Note *firstNoteOf(const Trace &trace, NoteRole role) {
  const auto found = std::ranges::find(trace.notes(), role, roleOf);
  return found == trace.notes().end() ? nullptr : &*found;
}

} // namespace pstudio
