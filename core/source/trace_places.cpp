// SPDX-License-Identifier: Apache-2.0
#include "core/source/trace_places.h"

#include "core/access/launch_accesses.h"
#include "core/trace/call_path.h"
#include "core/trace/launch_samples.h"

namespace pstudio {
namespace {

bool isPlaceKey(std::string_view key) {
  return key.find("location") != std::string_view::npos ||
         key.find("source") != std::string_view::npos;
}

/// Class of a key of an argument.
enum class KeyKind : uint8_t { Unknown, Place, Call, Other };

KeyKind kindOf(std::string_view key) {
  if (isSampleArg(key))
    return KeyKind::Other; // read with the samples of its launch
  return isPlaceKey(key) ? KeyKind::Place : isCallPathKey(key) ? KeyKind::Call : KeyKind::Other;
}

} // namespace

std::optional<SourcePlace> sourcePlaceOf(const Trace &trace, ArgSetId args) {
  for (const Arg &arg : trace.args(args))
    if (arg.type == ArgType::String && isPlaceKey(trace.string(arg.key)))
      if (auto place = parseSourcePlace(trace.string(arg.stringValue)))
        return place;
  return std::nullopt;
}

TracePlaces::TracePlaces(const Trace &trace) : m_ofArgs(trace.argSetCount(), kNone) {
  std::vector<KeyKind> keys;   // by StringId
  std::vector<uint32_t> texts; // likewise, 0: not parsed, 1: none, else 2 + line
  const auto slot = [](auto &all, StringId id) -> auto & {
    if (id.value >= all.size())
      all.resize(id.value + size_t{1});
    return all[id.value];
  };
  for (uint32_t set = 0; set < m_ofArgs.size(); ++set)
    for (const Arg &arg : trace.args(ArgSetId(set))) {
      if (arg.type != ArgType::String || !arg.key.isValid() || !arg.stringValue.isValid())
        continue;
      KeyKind &kind = slot(keys, arg.key);
      if (kind == KeyKind::Unknown)
        kind = kindOf(trace.string(arg.key));
      if (kind == KeyKind::Other)
        continue;
      uint32_t &text = slot(texts, arg.stringValue);
      if (text == 0) {
        const uint32_t line = add(trace.string(arg.stringValue));
        text = line == kNone ? 1 : line + 2;
      }
      if (kind == KeyKind::Place && text > 1 && m_ofArgs[set] == kNone)
        m_ofArgs[set] = text - 2;
    }
  for (const Launch &launch : trace.launches()) {
    if (launch.accesses)
      for (const memory::AccessSite &site : launch.accesses->table.sites())
        add(site.location);
    if (const auto samples = pcSamplesOf(trace, launch))
      for (const LineSamples &line : samples->lines)
        add(line.location);
  }
}

uint32_t TracePlaces::add(std::string_view location) {
  if (const auto known = m_known.find(location); known != m_known.end())
    return known->second;
  const auto place = parseSourcePlace(location);
  uint32_t number = kNone;
  if (place) {
    const auto [file, isNewFile] =
        m_fileNumbers.try_emplace(place->file, static_cast<uint32_t>(m_files.size()));
    if (isNewFile)
      m_files.push_back(place->file);
    const Line line{file->second, place->line};
    const auto [found, isNewLine] =
        m_lineNumbers.try_emplace(line, static_cast<uint32_t>(m_lines.size()));
    if (isNewLine)
      m_lines.push_back(line);
    number = found->second;
  }
  m_known.emplace(location, number);
  return number;
}

uint32_t TracePlaces::ofLocation(std::string_view location) const {
  const auto known = m_known.find(location);
  return known == m_known.end() ? kNone : known->second;
}

uint32_t TracePlaces::numberOf(std::string_view file, uint32_t line) const {
  const auto number = m_fileNumbers.find(file);
  if (number == m_fileNumbers.end())
    return kNone;
  const auto found = m_lineNumbers.find({number->second, line});
  return found == m_lineNumbers.end() ? kNone : found->second;
}

} // namespace pstudio
