// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome_json/json_event_parser.h"

#include <algorithm>
#include <charconv>

#include <nlohmann/json.hpp>

namespace pstudio {

void JsonIdentity::clear() {
  isGiven = isNumber = false;
  number = 0;
  text.clear();
}

void JsonEvent::clear() {
  phase = instantScope = 0;
  name.clear();
  category.clear();
  hasUnreadableTime = flowsIn = flowsOut = bindsToEnclosing = isSample = false;
  frame.clear();
  for (JsonIdentity *identity : {&pid, &tid, &id, &localId, &globalId, &bindId})
    identity->clear();
  idScope.clear();
  timestamp.reset();
  duration.reset();
  args.clear();
  fieldCount = 0;
}

namespace {

using nlohmann::json;

/// A value that is neither an object nor an array. `text`: the string, or the digits as the file
/// has them.
struct Scalar {
  enum class Type { Null, Bool, Int, Uint, Double, String };
  Type type = Type::Null;
  bool boolean = false;
  int64_t integer = 0;
  uint64_t natural = 0;
  double real = 0;
  std::string_view text;
};

/// Receives the parser's calls and tracks the position of each value in the document.
class Handler : public nlohmann::json_sax<json> {
public:
  /// `position`: bytes of the text that the parser has taken so far.
  Handler(TraceBuilder &builder, const std::function<void(const JsonEvent &)> &visit,
          const size_t &position)
      : m_builder(builder), m_visit(visit), m_position(position) {}

  bool null() override { return add({}); }
  bool boolean(bool value) override {
    return add({.type = Scalar::Type::Bool, .boolean = value, .text = {}});
  }
  bool number_integer(number_integer_t value) override {
    const std::string digits = std::to_string(value);
    return add({.type = Scalar::Type::Int, .integer = value, .text = digits});
  }
  bool number_unsigned(number_unsigned_t value) override {
    const std::string digits = std::to_string(value);
    if (value > static_cast<uint64_t>(INT64_MAX))
      return add({.type = Scalar::Type::Uint, .natural = value, .text = digits});
    return add({.type = Scalar::Type::Int, .integer = static_cast<int64_t>(value), .text = digits});
  }
  bool number_float(number_float_t value, const string_t &digits) override {
    return add({.type = Scalar::Type::Double, .real = value, .text = digits});
  }
  bool string(string_t &value) override {
    return add({.type = Scalar::Type::String, .text = value});
  }
  bool binary(binary_t &) override { return false; }

  bool start_object(std::size_t) override {
    if (m_places.empty())
      return enter(Place::Root);
    if (m_places.back() == Place::Events) {
      m_event.clear();
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
    return true;
  }

  bool parse_error(std::size_t, const std::string &,
                   const nlohmann::detail::exception &error) override {
    m_isStopped = true;
    m_message = error.what();
    return false;
  }

  /// Prepares for the rest of a damaged text, which starts with an element of the list of events.
  void resume() {
    m_places.clear();
    m_isResumed = true;
    m_isStopped = m_isInSamples = false;
  }

  JsonOutcome m_outcome;
  bool m_isStopped = false; ///< by damage
  std::string m_message;    ///< of the damage
  size_t m_eventStart = 0;  ///< of the latest event
  bool isWithinEvents() const { return !m_places.empty() && m_places.back() == Place::Events; }
  bool isWithinEvent() const { return std::ranges::find(m_places, Place::Event) != m_places.end(); }

private:
  enum class Place : uint8_t { Root, Events, Event, Args, Id2, Nested, Frames, Frame, Skipped };
  struct Level {
    size_t pathLength;
    bool isArray;
    uint32_t index;
  };
  static constexpr size_t kDeepest = 32;

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
    if (!isArgument || m_levels.size() >= kDeepest) {
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
      m_event.isSample = m_event.phase == 0 && !m_event.frame.empty() && m_event.timestamp;
      if ((m_isResumed || m_isInSamples) && m_event.phase == 0 && !m_event.isSample)
        return true; // an object within the arguments of a damaged event, or of another list
      ++m_outcome.eventCount;
      m_visit(m_event);
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

  bool add(const Scalar &value) {
    if (m_places.empty())
      return true;
    switch (m_places.back()) {
    case Place::Root:
      if (m_key == "baseTimeNanoseconds" && value.type == Scalar::Type::Int)
        m_outcome.baseTimeNs = value.integer;
      return true;
    case Place::Event:
      addField(value);
      return true;
    case Place::Id2:
      if (m_key == "local" || m_key == "global")
        setIdentity(m_key == "local" ? m_event.localId : m_event.globalId, value);
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

  static void setIdentity(JsonIdentity &identity, const Scalar &value) {
    identity.isGiven = value.type != Scalar::Type::Null;
    identity.isNumber = value.type == Scalar::Type::Int;
    identity.number = value.integer;
    identity.text = value.text;
  }

  void addFrameField(const Scalar &value) {
    if (m_key == "name")
      m_frame->name = m_builder.intern(value.text);
    else if (m_key == "category")
      m_frame->category = m_builder.intern(value.text);
    else if (m_key == "parent")
      m_frame->parent = value.text;
  }

  void setTime(std::optional<PreciseTime> &time, const Scalar &value) {
    time = value.type == Scalar::Type::Int ? fromMicroseconds(value.integer)
                                           : parseMicroseconds(value.text);
    m_event.hasUnreadableTime |= !time;
  }

  void addField(const Scalar &value) {
    const bool isText = value.type == Scalar::Type::String;
    const bool isTrue = value.boolean || value.integer != 0;
    if (m_key == "ph" && !value.text.empty())
      m_event.phase = value.text.front();
    else if (m_key == "name" && isText)
      m_event.name = value.text;
    else if (m_key == "cat" && isText)
      m_event.category = value.text;
    else if (m_key == "ts")
      setTime(m_event.timestamp, value);
    else if (m_key == "dur")
      setTime(m_event.duration, value);
    else if (m_key == "pid")
      setIdentity(m_event.pid, value);
    else if (m_key == "tid")
      setIdentity(m_event.tid, value);
    else if (m_key == "id")
      setIdentity(m_event.id, value);
    else if (m_key == "bind_id")
      setIdentity(m_event.bindId, value);
    else if (m_key == "scope" && isText)
      m_event.idScope = value.text;
    else if (m_key == "flow_in")
      m_event.flowsIn = isTrue;
    else if (m_key == "flow_out")
      m_event.flowsOut = isTrue;
    else if (m_key == "bp")
      m_event.bindsToEnclosing = value.text == "e";
    else if (m_key == "s" && !value.text.empty())
      m_event.instantScope = value.text.front();
    else if (m_key == "sf")
      m_event.frame = value.text;
    else if (m_isInSamples && (m_key == "weight" || m_key == "cpu"))
      pushArgument(m_builder.intern(m_key), value);
  }

  void addArgument(const Scalar &value) {
    extendPath();
    pushArgument(m_builder.intern(m_path), value);
  }

  void pushArgument(StringId key, const Scalar &value) {
    switch (value.type) {
    case Scalar::Type::Null:
      return;
    case Scalar::Type::Bool:
      return m_event.args.push_back(Arg::ofBool(key, value.boolean));
    case Scalar::Type::Int:
      return m_event.args.push_back(Arg::ofInt(key, value.integer));
    case Scalar::Type::Uint:
      return m_event.args.push_back(Arg::ofUint(key, value.natural));
    case Scalar::Type::Double:
      return m_event.args.push_back(Arg::ofDouble(key, value.real));
    case Scalar::Type::String:
      return m_event.args.push_back(Arg::ofString(key, m_builder.intern(value.text)));
    }
  }

  TraceBuilder &m_builder;
  const std::function<void(const JsonEvent &)> &m_visit;
  const size_t &m_position;
  bool m_isResumed = false;
  bool m_isInSamples = false; ///< the list "samples"
  JsonEvent m_event;
  StackFrame *m_frame = nullptr; ///< being read
  std::vector<Place> m_places;
  std::string m_key;
  std::string m_path;
  std::vector<Level> m_levels; // of arguments, outermost first
};

std::string lineAndColumn(std::string_view text, size_t position) {
  const std::string_view before = text.substr(0, position);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const size_t lineStart =
      before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return std::to_string(line) + ":" +
         std::to_string(std::max<size_t>(before.size() - lineStart, 1));
}

/// The token that the parser expected, without the position that the message repeats.
std::string shortMessage(const std::string &message) {
  const size_t colon = message.rfind("syntax error");
  return colon == std::string::npos ? message : message.substr(colon);
}

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

/// The next "{" at or after `offset` that may begin an event: a key or "}" follows, and it is no
/// value of a key. npos if there is none.
size_t findEventStart(std::string_view text, size_t offset) {
  constexpr std::string_view kBlank = " \t\r\n";
  for (size_t at = text.find('{', offset); at != text.npos; at = text.find('{', at + 1)) {
    const size_t before = at == 0 ? text.npos : text.find_last_not_of(kBlank, at - 1);
    const size_t after = text.find_first_not_of(kBlank, at + 1);
    const bool isValue = before != text.npos && text[before] == ':';
    if (!isValue && after != text.npos && text[after] == '"')
      return at;
  }
  return text.npos;
}

/// "baseTimeNanoseconds" of a text whose damage hides the fields after the list of events.
std::optional<int64_t> findBaseTime(std::string_view text) {
  constexpr std::string_view kKey = "\"baseTimeNanoseconds\"";
  const size_t key = text.rfind(kKey);
  if (key == text.npos)
    return std::nullopt;
  const size_t digits = text.find_first_not_of(" \t\r\n:", key + kKey.size());
  int64_t value = 0;
  if (digits == text.npos ||
      std::from_chars(text.data() + digits, text.data() + text.size(), value).ec != std::errc())
    return std::nullopt;
  return value;
}

/// Parses a text whose damaged events are passed over.
class TolerantParser {
public:
  TolerantParser(std::string_view text, Handler &handler, size_t &position, ReadProgress *progress)
      : m_text(text), m_handler(handler), m_position(position), m_progress(progress),
        m_rereadsLeft(4 * text.size() + 1'000'000) {}

  void parse() {
    parseFrom(0, false);
    size_t next = m_handler.m_isStopped ? afterDamage(0) : m_text.npos;
    while (next != m_text.npos) {
      m_handler.resume();
      parseFrom(next, true);
      next = m_handler.m_isStopped ? afterDamage(next) : findEventStart(m_text, m_position);
      if (m_progress != nullptr && m_progress->isCancelled())
        return;
    }
  }

private:
  void parseFrom(size_t offset, bool opensList) {
    m_position = offset;
    json::sax_parse(TextIterator(m_text, offset, opensList, &m_position, m_progress),
                    TextIterator(m_text, m_text.size(), false, nullptr, nullptr), &m_handler,
                    nlohmann::detail::input_format_t::json, false);
  }

  /// Counts the damage, and returns where the parse goes on.
  size_t afterDamage(size_t parseStart) {
    const size_t damage = std::min(m_position, m_text.size());
    // The format allows a trailing comma and leaves out the closing brackets, for programs that
    // crash while writing.
    const std::string_view rest = m_text.substr(damage == 0 ? 0 : damage - 1);
    const bool isOnlyClosing = rest.find_first_not_of("]}, \t\r\n") == m_text.npos;
    if (m_handler.isWithinEvents() && (damage == m_text.size() || isOnlyClosing))
      return m_text.npos;
    const bool isNew = damage > m_farthest;
    m_farthest = std::max(m_farthest, damage);
    const size_t next = searchStart(damage, parseStart);
    const size_t start = findEventStart(m_text, next);
    const bool isCutOff = damage == m_text.size() && start == m_text.npos;
    if (isNew || isCutOff)
      note(damage, isCutOff);
    return start;
  }

  /// A quote that is missing hides the start of the next event from the parser, so the search
  /// starts within the damaged event, as long as that does not make the time quadratic.
  size_t searchStart(size_t damage, size_t parseStart) {
    const bool isWithinEvent = m_handler.isWithinEvent();
    const size_t from = damage == 0 ? 0 : damage - 1;
    const size_t reread = from - std::min(from, m_handler.m_eventStart);
    if (isWithinEvent && reread <= m_rereadsLeft) {
      m_rereadsLeft -= reread;
      return m_handler.m_eventStart + 1;
    }
    return isWithinEvent || from <= parseStart ? std::max(damage, parseStart + 1) : from;
  }

  void note(size_t damage, bool isCutOff) {
    JsonOutcome &outcome = m_handler.m_outcome;
    const std::string where = lineAndColumn(m_text, damage);
    if (!outcome.isDamaged()) {
      outcome.where = where;
      outcome.message = shortMessage(m_handler.m_message);
    }
    if (!isCutOff)
      ++outcome.damageCount;
    else if (outcome.cutOffAt.empty())
      outcome.cutOffAt = where;
    // A search within the last event may have counted its end before.
    if (isCutOff && m_isEndCounted)
      --outcome.damageCount;
    m_isEndCounted = !isCutOff && damage == m_text.size();
  }

  std::string_view m_text;
  Handler &m_handler;
  size_t &m_position;
  ReadProgress *m_progress;
  size_t m_farthest = 0;
  size_t m_rereadsLeft; // bytes that may be parsed again
  bool m_isEndCounted = false; // the latest damage is the end of the text
};

} // namespace

JsonOutcome parseJsonEvents(std::span<const std::byte> bytes, TraceBuilder &builder,
                            const std::function<void(const JsonEvent &)> &visit,
                            ReadProgress *progress) {
  const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  size_t position = 0;
  Handler handler(builder, visit, position);
  if (progress != nullptr)
    progress->setTotal(text.size());
  TolerantParser(text, handler, position, progress).parse();
  JsonOutcome outcome = std::move(handler.m_outcome);
  if (outcome.isDamaged() && !outcome.baseTimeNs)
    outcome.baseTimeNs = findBaseTime(text);
  return outcome;
}

} // namespace pstudio
