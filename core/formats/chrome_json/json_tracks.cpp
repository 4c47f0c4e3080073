// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome_json/json_tracks.h"

#include <charconv>

namespace pstudio {
namespace {

/// Takes a number off the end of `text`; none if there is none or it is too long.
std::optional<int64_t> takeNumberAtEnd(std::string_view &text) {
  const size_t last = text.find_last_not_of("0123456789");
  const std::string_view digits = text.substr(last == std::string_view::npos ? 0 : last + 1);
  int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (digits.empty() || error != std::errc())
    return std::nullopt;
  text.remove_suffix(digits.size());
  return number;
}

/// The number that a text is; none if it is no whole number.
std::optional<int64_t> wholeNumberOf(std::string_view text) {
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool isWhole = error == std::errc() && end == text.data() + text.size();
  return isWhole ? std::optional(number) : std::nullopt;
}

/// Tracks have numbers from 0; a negative one is a name, as text is.
bool hasNumber(const JsonIdentity &identity) {
  return identity.isNumber && identity.number >= 0;
}

bool takeAtEnd(std::string_view &text, std::string_view suffix) {
  if (!text.ends_with(suffix))
    return false;
  text.remove_suffix(suffix.size());
  return true;
}

} // namespace

TrackId JsonTracks::plan(TrackId parent, TrackKind kind, std::string_view name, int64_t number,
                         int64_t rank) {
  Planned planned;
  planned.track.parent = parent;
  planned.track.kind = kind;
  planned.track.name = m_builder.intern(name);
  planned.track.number = number;
  planned.rank = rank;
  m_planned.push_back(planned);
  return TrackId(static_cast<uint32_t>(m_planned.size() - 1));
}

void JsonTracks::addAll() {
  for (Planned &planned : m_planned) {
    if (const std::string label(m_builder.text(planned.label)); !label.empty()) {
      const std::string name(m_builder.text(planned.track.name));
      planned.track.name = m_builder.intern(name.empty() ? label : name + " (" + label + ")");
    }
    m_builder.addTrack(planned.track, planned.rank);
  }
}

// Processes and threads

const std::string &JsonTracks::placeKey(const JsonEvent &event) {
  return m_key.assign(event.pid.text).append("\n").append(event.tid.text);
}

TrackId JsonTracks::process(const JsonEvent &event) {
  if (!event.pid.isGiven)
    return global();
  auto [found, isNew] = m_processes.try_emplace(m_key.assign(event.pid.text));
  if (isNew)
    found->second = plan(TrackId(), TrackKind::Process, hasNumber(event.pid) ? "" : event.pid.text,
                         hasNumber(event.pid) ? event.pid.number : -1, 0);
  return found->second;
}

TrackId JsonTracks::thread(const JsonEvent &event) {
  if (!event.tid.isGiven)
    return process(event);
  auto [found, isNew] = m_threads.try_emplace(placeKey(event));
  if (isNew) {
    const TrackId parent = event.pid.isGiven ? process(event) : TrackId();
    found->second = plan(parent, TrackKind::Thread, hasNumber(event.tid) ? "" : event.tid.text,
                         hasNumber(event.tid) ? event.tid.number : -1, 0);
  }
  return found->second;
}

TrackId JsonTracks::threadOfSample(const JsonEvent &event) {
  if (event.pid.isGiven || !event.tid.isGiven)
    return thread(event);
  auto [found, isNew] = m_sampledThreads.try_emplace(m_key.assign(event.tid.text));
  if (isNew) {
    const std::string end = '\n' + std::string(event.tid.text);
    for (const auto &[key, track] : m_threads)
      if (key.ends_with(end)) {
        found->second = found->second.isValid() ? TrackId() : track;
        if (!found->second.isValid())
          break; // two processes have such a thread
      }
    if (!found->second.isValid())
      found->second = thread(event);
  }
  return found->second;
}

TrackId JsonTracks::global() {
  if (!m_global.isValid())
    m_global = plan(TrackId(), TrackKind::Group, "whole trace", -1, -1);
  return m_global;
}

TrackId JsonTracks::named(TrackId parent, TrackKind kind, std::string_view name,
                          const std::string &key) {
  auto [found, isNew] = m_named.try_emplace(key);
  if (!isNew)
    return found->second;
  found->second = plan(parent, kind, name, -1, 0);
  if (parent.isValid()) { // uses the clock and launch of the parent, such as a warp
    m_planned.back().track.clock = m_planned[parent.value].track.clock;
    m_planned.back().track.launch = m_planned[parent.value].track.launch;
  }
  return found->second;
}

void JsonTracks::describe(const JsonEvent &metadata) {
  const bool isProcess = metadata.name.starts_with("process_");
  const bool isThread = metadata.name.starts_with("thread_");
  if (!isProcess && !isThread)
    return;
  Planned &planned = m_planned[(isThread ? thread(metadata) : process(metadata)).value];
  for (const Arg &arg : metadata.args) {
    const std::string_view key = m_builder.text(arg.key);
    if (key == "labels" && arg.type == ArgType::String && metadata.name == "process_labels")
      planned.label = arg.stringValue;
    else if (key == "name" && arg.type == ArgType::String && metadata.name.ends_with("_name"))
      planned.track.name = arg.stringValue;
    else if (key == "sort_index" && arg.type == ArgType::Int)
      planned.rank = arg.intValue;
    else if (key == "sort_index" && arg.type == ArgType::String)
      planned.rank = wholeNumberOf(m_builder.text(arg.stringValue)).value_or(planned.rank);
  }
}

// Triton Proton

std::optional<JsonTracks::TritonPlace> JsonTracks::readTritonPid(std::string_view pid) {
  const auto cta = takeNumberAtEnd(pid);
  if (!cta || !takeAtEnd(pid, " CTA"))
    return std::nullopt;
  const auto sm = takeNumberAtEnd(pid);
  if (!sm || !takeAtEnd(pid, " Core"))
    return std::nullopt;
  return TritonPlace{std::string(pid), *sm, *cta};
}

std::optional<int64_t> JsonTracks::readTritonTid(std::string_view tid) {
  if (!takeAtEnd(tid, ")") || !takeNumberAtEnd(tid) || !takeAtEnd(tid, " (line "))
    return std::nullopt;
  const auto warp = takeNumberAtEnd(tid);
  return tid == "warp " ? warp : std::nullopt;
}

TrackId JsonTracks::planTriton(TrackId parent, TrackKind kind, const std::string &key,
                               std::string_view name, int64_t number) {
  auto [found, isNew] = m_triton.try_emplace(key);
  if (isNew) {
    found->second = plan(parent, kind, name, number, number);
    Track &track = m_planned.back().track;
    if (parent.isValid())
      track.launch = m_planned[parent.value].track.launch;
    if (kind == TrackKind::Warp || kind == TrackKind::Cta)
      track.clock = m_clock;
  }
  return found->second;
}

TrackId JsonTracks::planTritonLaunch(const std::string &kernel) {
  if (!m_clock.isValid())
    m_clock = m_builder.addClock({Cycles(0), Picoseconds(0), 1000.0, 0.0, TimeBase::Assumed});
  const std::string key = kernel + "\nlaunch";
  if (auto found = m_triton.find(key); found != m_triton.end())
    return found->second;
  const TrackId kernelTrack = planTriton(TrackId(), TrackKind::Kernel, kernel, kernel, -1);
  const TrackId track = planTriton(kernelTrack, TrackKind::Launch, key, "launch 0", 0);
  Launch launch;
  launch.kernel = m_builder.intern(kernel);
  launch.target = m_builder.intern("GPU (Triton Proton)");
  launch.timeBase = TimeBase::Assumed;
  m_planned[track.value].track.launch = m_builder.addLaunch(launch);
  return track;
}

TrackId JsonTracks::planTritonCta(const TritonPlace &place) {
  const std::string smNumber = std::to_string(place.sm), ctaNumber = std::to_string(place.cta);
  const TrackId launch = planTritonLaunch(place.kernel);
  const std::string smKey = place.kernel + "\nSM " + smNumber;
  const TrackId sm = planTriton(launch, TrackKind::Sm, smKey, "SM " + smNumber, place.sm);
  return planTriton(sm, TrackKind::Cta, smKey + "\nCTA " + ctaNumber, "CTA " + ctaNumber,
                    place.cta);
}

std::optional<TrackId> JsonTracks::tritonWarp(const JsonEvent &event) {
  if (!event.pid.isGiven || !event.tid.isGiven || event.pid.isNumber || event.tid.isNumber)
    return std::nullopt;
  auto [found, isNew] = m_tritonWarps.try_emplace(placeKey(event));
  if (isNew) {
    const auto place = readTritonPid(event.pid.text);
    const auto warp = readTritonTid(event.tid.text);
    if (place && warp) {
      const std::string number = std::to_string(*warp);
      found->second =
          planTriton(planTritonCta(*place), TrackKind::Warp,
                     std::string(event.pid.text) + "\nwarp " + number, "warp " + number, *warp);
    }
  }
  return found->second.isValid() ? std::optional(found->second) : std::nullopt;
}

} // namespace pstudio
