// SPDX-License-Identifier: Apache-2.0
// The notes of a trace by their codes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "core/trace/trace.h"

namespace pstudio::test {

/// The first note with this code, or null. Valid as long as the trace.
inline const Note *findNote(const Trace &trace, std::string_view code) {
  const auto found = std::ranges::find(trace.notes(), code, &Note::code);
  return found == trace.notes().end() ? nullptr : &*found;
}

inline bool hasNote(const Trace &trace, std::string_view code) {
  return findNote(trace, code) != nullptr;
}

/// The count of the note; 0 if there is none.
inline uint64_t countNoted(const Trace &trace, std::string_view code) {
  const Note *note = findNote(trace, code);
  return note != nullptr ? note->count : 0;
}

} // namespace pstudio::test
