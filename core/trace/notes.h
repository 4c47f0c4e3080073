// SPDX-License-Identifier: Apache-2.0
// The notes of a trace: one table of their codes, severities, words, sentences and advice.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "core/trace/trace_parts.h"

namespace pstudio {

class Trace;

/// Treatment of a note in views, besides its place in the list of notes.
enum class NoteRole : uint8_t {
  Plain,
  /// Badges already state it by numbers of the trace; a badge of the note would repeat them.
  StatedByNumbers,
  /// Part of the file is missing or damaged: opening it shows a message.
  FileDamage,
};

/// Every note that this program adds, in the order of notes.def: RecordDropped is "record.dropped".
enum class NoteCode : uint8_t {
#define PSTUDIO_NOTE(name, ...) name,
#include "core/trace/notes.def"
#undef PSTUDIO_NOTE
};

/// A line of the table. In the words `#` stands for the count; in the sentences and then in the
/// advice `{name}` stands for a value.
struct NoteKind {
  std::string_view code; ///< as in files
  Note::Severity severity;
  NoteRole role;
  std::string_view one;       ///< words of a count of 1: "1 CTA did not end"
  std::string_view many;      ///< of more: "# CTAs did not end"; empty: `one` for every count
  std::string_view sentences; ///< what happened, in plural and without the count
  std::string_view advice;    ///< what the user can do; may be empty
};

/// Every kind, by code.
std::span<const NoteKind> noteKinds();

/// The note with its sentences and advice as message. `values` are as many as the kind has
/// placeholders.
Note makeNote(NoteCode code, std::initializer_list<std::string_view> values = {},
              uint64_t count = 1);

/// A note in a few words: "12 CTAs did not end". Of a code that is not in the table, as in a file
/// of a newer version, the beginning of its message.
std::string wordsOf(const Note &note);
/// Plain for a code that is not in the table.
NoteRole roleOf(const Note &note);
/// The first note with that role; null if there is none. Valid as long as the trace. O(notes).
const Note *firstNoteOf(const Trace &trace, NoteRole role);

} // namespace pstudio
