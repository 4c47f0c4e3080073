// SPDX-License-Identifier: Apache-2.0
#include "core/trace/fault_place.h"

#include <algorithm>
#include <charconv>

#include "core/trace/notes.h"
#include "core/trace/track_names.h"

namespace pstudio {
namespace {

using Triple = std::array<uint32_t, 3>;

constexpr std::string_view kThread = "thread (", kOfCta = " of CTA (";
constexpr uint64_t kThreadsOfWarp = 32; // of the targets that name a thread
constexpr uint64_t kWarpsOfGroup = 4;

std::string tripleText(const Triple &v) {
  return std::to_string(v[0]) + "," + std::to_string(v[1]) + "," + std::to_string(v[2]) + ")";
}

/// Removes "1,2,3)" from the beginning of the text.
std::optional<Triple> takeTriple(std::string_view &text) {
  Triple values{};
  for (size_t i = 0; i < values.size(); ++i) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), values[i]);
    const auto length = static_cast<size_t>(end - text.data());
    if (error != std::errc{} || length >= text.size() || text[length] != (i == 2 ? ')' : ','))
      return std::nullopt;
    text.remove_prefix(length + 1);
  }
  return values;
}

struct FaultThread {
  Triple thread, cta;
};

std::optional<FaultThread> threadIn(std::string_view message) {
  for (size_t at = message.find(kThread); at != message.npos; at = message.find(kThread, at + 1)) {
    std::string_view rest = message.substr(at + kThread.size());
    const auto thread = takeTriple(rest);
    if (!thread || !rest.starts_with(kOfCta))
      continue;
    rest.remove_prefix(kOfCta.size());
    if (const auto cta = takeTriple(rest))
      return FaultThread{*thread, *cta};
  }
  return std::nullopt;
}

uint64_t linear(const Triple &at, const Triple &extents) {
  return at[0] + extents[0] * (at[1] + uint64_t{extents[1]} * at[2]);
}

/// A beginning of the track names of recording units (record::unitName()), and the number of
/// threads that each of the units numbered after it has.
struct UnitWord {
  std::string_view text;
  uint64_t threads;
};
constexpr std::array kUnitWords{UnitWord{"thread ", 1}, UnitWord{"warp ", kThreadsOfWarp},
                                UnitWord{"warps ", kThreadsOfWarp},
                                UnitWord{"warp group ", kWarpsOfGroup *kThreadsOfWarp},
                                UnitWord{"warp groups ", kWarpsOfGroup *kThreadsOfWarp}};

/// Removes a number from the beginning of the text.
std::optional<uint32_t> takeNumber(std::string_view &text) {
  uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{})
    return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return number;
}

/// Whether the unit of this name has the thread: "warps 4-7", "whole CTA".
bool coversThread(std::string_view name, uint64_t thread) {
  if (name == "whole CTA")
    return true;
  for (const UnitWord &word : kUnitWords) {
    std::string_view rest = name;
    if (!rest.starts_with(word.text))
      continue;
    rest.remove_prefix(word.text.size());
    const std::optional<uint32_t> first = takeNumber(rest);
    std::optional<uint32_t> last = first;
    if (first && rest.starts_with('-')) {
      rest.remove_prefix(1);
      last = takeNumber(rest);
    }
    if (first && last && rest.empty())
      return *first <= thread / word.threads && thread / word.threads <= *last;
  }
  return false;
}

/// The one that begins last of those that end last.
SliceId lastSlice(const Trace &trace, const Track &track) {
  SliceId last;
  for (uint32_t depth = 0; depth < track.rowCount; ++depth) {
    const Row &row = trace.row(RowId(track.firstRow.value + depth));
    if (row.sliceCount == 0)
      continue;
    const SliceId slice(row.firstSlice.value + row.sliceCount - 1);
    if (!last.isValid() || trace.sliceTime(slice).end >= trace.sliceTime(last).end)
      last = slice;
  }
  return last;
}

} // namespace

std::string threadText(const Triple &thread, const Triple &cta) {
  return std::string(kThread) + tripleText(thread) + std::string(kOfCta) + tripleText(cta);
}

std::optional<FaultPlace> faultPlace(const Trace &trace) {
  const std::string_view code = noteKinds()[static_cast<size_t>(NoteCode::RunFailed)].code;
  const auto note = std::ranges::find(trace.notes(), code, &Note::code);
  const auto at = note == trace.notes().end() ? std::nullopt : threadIn(note->message);
  if (!at || trace.launches().empty())
    return std::nullopt;
  const LaunchId launch(static_cast<uint32_t>(trace.launches().size() - 1));
  const Launch &failed = trace.launches().back();
  const auto cta = static_cast<int64_t>(linear(at->cta, failed.grid));
  const uint64_t thread = linear(at->thread, failed.block);
  for (uint32_t i = 0; i < trace.tracks().size(); ++i) {
    const Track &track = trace.tracks()[i];
    // The number of a track is that of its unit, which need not be a warp.
    if (track.kind != TrackKind::Warp || track.launch != launch ||
        !coversThread(trackLabel(trace, TrackId(i)), thread))
      continue;
    const TrackId owner = ancestorOfKind(trace, TrackId(i), TrackKind::Cta);
    const SliceId slice = lastSlice(trace, track);
    if (owner.isValid() && trace.track(owner).number == cta && slice.isValid())
      return FaultPlace{TrackId(i), slice};
  }
  return std::nullopt;
}

} // namespace pstudio
