// SPDX-License-Identifier: Apache-2.0
// What the codes of notes and facts are called where there is room for a few words.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/trace/trace.h"

namespace pstudio {

/// What views do with a note beside listing it.
enum class NoteRole : uint8_t {
  Plain,
  /// Badges state it by numbers of the trace; a badge of the note would repeat them.
  StatedByNumbers,
  /// Part of the file is missing or damaged: whoever opens it gets a message.
  FileDamage,
};

/// One code of a note and its words. `#` stands for the count.
struct NoteWords {
  std::string_view code;
  std::string_view one;  ///< of a count of 1: "1 CTA did not end"
  std::string_view many; ///< of more: "# CTAs did not end"; empty: `one` for every count
  NoteRole role = NoteRole::Plain;
};

/// Every code that this program gives a note, by code. A test compares it with the sources.
std::span<const NoteWords> noteWords();

/// A note in a few words: "12 CTAs did not end". Of a code that is not in the table, as in a file
/// of a newer version, the beginning of its message.
std::string wordsOf(const Note &note);
/// Plain for a code that is not in the table.
NoteRole roleOf(const Note &note);
/// The first note with that role; null if there is none. Valid as long as the trace. O(notes).
const Note *firstNoteOf(const Trace &trace, NoteRole role);

/// One key of a fact about a launch, and its words.
struct FactWords {
  std::string_view key;
  std::string_view words;
};

/// Every key that this program gives a launch and that is not words itself, by key.
std::span<const FactWords> factWords();

/// "records kept per warp" for "buffer.slotsPerUnit"; the key itself if it is not in the table.
std::string_view wordsOfFact(std::string_view key);

} // namespace pstudio
