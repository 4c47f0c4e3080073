// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome_json/json_damage_reader.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace pstudio {
namespace {

using nlohmann::json;

/// Receives the parser's calls and tracks the position of each value in the document.
class Handler : public nlohmann::json_sax<json> {
public:
  /// `position`: bytes of the text that the parser has taken so far.
  Handler(const FullReadStart &start, TraceBuilder &builder, JsonEventSink &sink,
          JsonOutcome &outcome, const size_t &position)
      : m_start(start), m_builder(builder), m_sink(sink), m_outcome(outcome), m_position(position),
        m_isInSamples(start.isOfSamples), m_passedLeft(start.passedEvents) {}

  bool null() override { return add({}); }
  bool boolean(bool value) override {
    return add({.type = JsonScalar::Type::Bool, .boolean = value, .text = {}});
  }
  bool number_integer(number_integer_t value) override {
    const std::string digits = std::to_string(value);
    return add({.type = JsonScalar::Type::Int, .integer = value, .text = digits});
  }
  bool number_unsigned(number_unsigned_t value) override {
    const std::string digits = std::to_string(value);
    if (value > static_cast<uint64_t>(INT64_MAX))
      return add({.type = JsonScalar::Type::Uint, .natural = value, .text = digits});
    return add(
        {.type = JsonScalar::Type::Int, .integer = static_cast<int64_t>(value), .text = digits});
  }
  bool number_float(number_float_t value, const string_t &digits) override {
    return add({.type = JsonScalar::Type::Double, .real = value, .text = digits});
  }
  bool string(string_t &value) override {
    return add({.type = JsonScalar::Type::String, .text = value});
  }
  bool binary(binary_t &) override { return false; }

  bool start_object(std::size_t) override {
    if (m_places.empty())
      return enter(Place::Root);
    if (m_places.back() == Place::Events) {
      m_event = {};
      m_args.clear();
      m_texts.clear();
      m_eventStart = m_position - 1;
      return enter(Place::Event);
    }
    if (m_places.back() == Place::Event && m_key == "args")
      return enter(Place::Args);
    if (m_places.back() == Place::Event && m_key == "id2")
      return enter(Place::Id2);
    if (m_places.back() == Place::Root && m_key == "stackFrames")
      return enter(Place::Frames);
    if (m_places.back() == Place::Frames) {
      m_frame = &m_outcome.stackFrames[m_key];
      return enter(Place::Frame);
    }
    return enterNested(false);
  }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t) override {
    const bool isOfRoot = !m_places.empty() && m_places.back() == Place::Root;
    m_isInSamples = (m_isInSamples && !isOfRoot) || (isOfRoot && m_key == "samples");
    if (m_places.empty() || (isOfRoot && (m_key == "traceEvents" || m_isInSamples)))
      return enter(Place::Events);
    return enterNested(true);
  }
  bool end_array() override { return leave(); }

  bool key(string_t &value) override {
    m_key = value;
    if (m_places.back() != Place::Event)
      return true;
    ++m_event.fieldCount;
    m_outcome.phaseCount += value == "ph";
    m_outcome.callTreeCount += value == "children";
    m_field = jsonFieldOf(m_key);
    return true;
  }

  bool parse_error(std::size_t, const std::string &,
                   const nlohmann::detail::exception &error) override {
    m_isStopped = true;
    m_message = error.what();
    return false;
  }

  FullReadEnd endAt(size_t position) const {
    FullReadEnd end;
    end.reason = m_isStopped        ? FullReadEnd::Reason::Damage
                 : m_isOneEventRead ? FullReadEnd::Reason::OneEvent
                                    : FullReadEnd::Reason::EndOfValue;
    end.position = position;
    end.eventStart = m_eventStart;
    end.isWithinList = !m_places.empty() && m_places.back() == Place::Events;
    end.isWithinEvent = std::ranges::find(m_places, Place::Event) != m_places.end();
    end.message = m_message;
    return end;
  }

private:
  enum class Place : uint8_t { Root, Events, Event, Args, Id2, Nested, Frames, Frame, Skipped };
  struct Level {
    size_t pathLength;
    bool isArray;
    uint32_t index;
  };

  bool enter(Place place) {
    m_places.push_back(place);
    if (place == Place::Args) {
      m_path.clear();
      m_levels.assign(1, {0, false, 0});
    }
    return true;
  }

  /// An object or array within arguments has a path; anywhere else it is passed over.
  bool enterNested(bool isArray) {
    const Place place = m_places.back();
    const bool isArgument = place == Place::Args || place == Place::Nested;
    const bool isStack = place == Place::Event && m_key == "stack" && isArray;
    if (isStack || (place == Place::Event && m_key == "args" && isArray)) {
      m_places.push_back(Place::Args);
      m_path = isStack ? m_key : "";
      m_levels.assign(1, {m_path.size(), true, 0});
      return true;
    }
    if (!isArgument || m_levels.size() >= kDeepestJsonArgument) {
      m_places.push_back(Place::Skipped);
      return true;
    }
    extendPath();
    m_places.push_back(Place::Nested);
    m_levels.push_back({m_path.size(), isArray, 0});
    return true;
  }

  bool leave() {
    const Place place = m_places.back();
    m_places.pop_back();
    if (place == Place::Event) {
      if (m_passedLeft > 0) {
        --m_passedLeft;
        return true;
      }
      m_event.args = m_args;
      m_sink.take(m_event, m_isInSamples);
      m_isOneEventRead = m_start.isOneEvent;
      return !m_isOneEventRead;
    } else if (place == Place::Nested) {
      m_levels.pop_back();
      m_path.resize(m_levels.back().pathLength);
    }
    return true;
  }

  /// Appends the current key or index to the path of the enclosing level.
  void extendPath() {
    Level &level = m_levels.back();
    m_path.resize(level.pathLength);
    if (level.isArray)
      m_path += "[" + std::to_string(level.index++) + "]";
    else
      m_path += (m_path.empty() ? "" : ".") + m_key;
  }

  bool add(const JsonScalar &value) {
    if (m_places.empty())
      return true;
    switch (m_places.back()) {
    case Place::Root:
      if (m_key == "baseTimeNanoseconds" && value.type == JsonScalar::Type::Int)
        m_outcome.baseTimeNs = value.integer;
      return true;
    case Place::Event:
      addField(value);
      return true;
    case Place::Id2:
      setJsonId2(m_event, m_key, stored(value));
      return true;
    case Place::Args:
    case Place::Nested:
      addArgument(value);
      return true;
    case Place::Frame:
      addFrameField(value);
      return true;
    case Place::Events:
    case Place::Frames:
    case Place::Skipped:
      return true;
    }
    return true;
  }

  /// The parser's texts live during its call only; those of an event as long as the event.
  JsonScalar stored(JsonScalar value) {
    value.text = m_texts.emplace_back(value.text);
    return value;
  }

  void addFrameField(const JsonScalar &value) {
    if (m_key == "name")
      m_frame->name = m_builder.intern(value.text);
    else if (m_key == "category")
      m_frame->category = m_builder.intern(value.text);
    else if (m_key == "parent")
      m_frame->parent = value.text;
  }

  void addField(const JsonScalar &value) {
    setJsonField(m_event, m_field, stored(value));
    if (m_isInSamples && (m_field == JsonField::Weight || m_field == JsonField::Cpu))
      pushArgument(m_builder.intern(m_key), value);
  }

  void addArgument(const JsonScalar &value) {
    extendPath();
    pushArgument(m_builder.intern(m_path), value);
  }

  void pushArgument(StringId key, const JsonScalar &value) {
    if (value.type != JsonScalar::Type::Null)
      m_args.push_back(
          jsonArgOf(key, value, [this](std::string_view text) { return m_builder.intern(text); }));
  }

  const FullReadStart &m_start;
  TraceBuilder &m_builder;
  JsonEventSink &m_sink;
  JsonOutcome &m_outcome;
  const size_t &m_position;
  bool m_isInSamples;  ///< the list "samples"
  size_t m_passedLeft; ///< events to pass over
  bool m_isOneEventRead = false;
  bool m_isStopped = false; ///< by damage
  std::string m_message;    ///< of the damage
  size_t m_eventStart = 0;  ///< of the latest event
  JsonEvent m_event;
  JsonField m_field = JsonField::Other; ///< of m_key
  std::vector<Arg> m_args;              ///< of the event
  JsonTextStore m_texts;                ///< likewise
  StackFrame *m_frame = nullptr;        ///< being read
  std::vector<Place> m_places;
  std::string m_key;
  std::string m_path;
  std::vector<Level> m_levels; // of arguments, outermost first
};

/// Iterates over the characters of a text and keeps `position` at the number of characters taken.
/// Every kReportEvery characters it reports its position; after a cancellation it ends early. A
/// text that is resumed after damage gets the bracket that opens the list of events.
class TextIterator {
public:
  using value_type = char;
  using difference_type = ptrdiff_t;
  using pointer = const char *;
  using reference = const char &;
  using iterator_category = std::input_iterator_tag;

  TextIterator(std::string_view text, size_t offset, bool opensList, size_t *position,
               ReadProgress *progress)
      : m_text(text), m_offset(offset), m_opensList(opensList), m_position(position),
        m_progress(progress) {}
  reference operator*() const { return m_opensList ? kOpening : m_text[m_offset]; }
  TextIterator &operator++() {
    if (m_opensList) {
      m_opensList = false;
      return *this;
    }
    *m_position = ++m_offset;
    if (m_offset % kReportEvery == 0 && m_progress != nullptr)
      report();
    return *this;
  }
  bool operator==(const TextIterator &other) const {
    return m_offset == other.m_offset && m_opensList == other.m_opensList;
  }

private:
  static constexpr char kOpening = '[';
  static constexpr size_t kReportEvery = 65'536;
  void report() {
    m_progress->setDone(m_offset);
    if (m_progress->isCancelled())
      m_offset = m_text.size();
  }

  std::string_view m_text;
  size_t m_offset;
  bool m_opensList;
  size_t *m_position;
  ReadProgress *m_progress;
};

} // namespace

FullReadEnd readFully(std::string_view text, const FullReadStart &start, TraceBuilder &builder,
                      JsonEventSink &sink, JsonOutcome &outcome, ReadProgress *progress) {
  size_t position = start.offset;
  Handler handler(start, builder, sink, outcome, position);
  json::sax_parse(TextIterator(text, start.offset, start.opensList, &position, progress),
                  TextIterator(text, text.size(), false, nullptr, nullptr), &handler,
                  nlohmann::detail::input_format_t::json, false);
  return handler.endAt(position);
}

} // namespace pstudio
