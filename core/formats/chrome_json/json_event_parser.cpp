// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome_json/json_event_parser.h"

#include <algorithm>
#include <charconv>

#include "core/base/parallel.h"
#include "core/formats/chrome_json/json_damage_reader.h"
#include "core/formats/chrome_json/json_event_reader.h"
#include "core/formats/chrome_json/json_event_sink.h"

namespace pstudio {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

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

/// The next "{" at or after `offset` that may begin an event: a key or "}" follows, and it is no
/// value of a key. npos if there is none.
size_t findEventStart(std::string_view text, size_t offset) {
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

/// The damaged places of a text.
class Damage {
public:
  Damage(std::string_view text, JsonOutcome &outcome)
      : m_text(text), m_outcome(outcome), m_rereadsLeft(4 * text.size() + 1'000'000) {}

  /// Counts the damage, and returns where the parse goes on.
  size_t next(const FullReadEnd &stop, size_t parseStart) {
    const size_t damage = std::min(stop.position, m_text.size());
    // The format allows a trailing comma and leaves out the closing brackets, for programs that
    // crash while writing.
    const std::string_view rest = m_text.substr(damage == 0 ? 0 : damage - 1);
    const bool isOnlyClosing = rest.find_first_not_of("]}, \t\r\n") == m_text.npos;
    if (stop.isWithinList && (damage == m_text.size() || isOnlyClosing))
      return m_text.npos;
    const bool isNew = damage > m_farthest;
    m_farthest = std::max(m_farthest, damage);
    const size_t next = searchStart(stop, damage, parseStart);
    const size_t start = findEventStart(m_text, next);
    const bool isCutOff = damage == m_text.size() && start == m_text.npos;
    if (isNew || isCutOff)
      note(stop, damage, isCutOff);
    return start;
  }

private:
  /// A quote that is missing hides the start of the next event from the parser, so the search
  /// starts within the damaged event, as long as that does not make the time quadratic.
  size_t searchStart(const FullReadEnd &stop, size_t damage, size_t parseStart) {
    const size_t from = damage == 0 ? 0 : damage - 1;
    const size_t reread = from - std::min(from, stop.eventStart);
    if (stop.isWithinEvent && reread <= m_rereadsLeft) {
      m_rereadsLeft -= reread;
      return stop.eventStart + 1;
    }
    return stop.isWithinEvent || from <= parseStart ? std::max(damage, parseStart + 1) : from;
  }

  void note(const FullReadEnd &stop, size_t damage, bool isCutOff) {
    if (!m_outcome.isDamaged()) {
      m_outcome.where = lineAndColumn(m_text, damage);
      m_outcome.message = shortMessage(stop.message);
    }
    if (!isCutOff)
      ++m_outcome.damageCount;
    else if (m_outcome.cutOffAt.empty())
      m_outcome.cutOffAt = lineAndColumn(m_text, damage);
    // A search within the last event may have counted its end before.
    if (isCutOff && m_isEndCounted)
      --m_outcome.damageCount;
    m_isEndCounted = !isCutOff && damage == m_text.size();
  }

  std::string_view m_text;
  JsonOutcome &m_outcome;
  size_t m_farthest = 0;
  size_t m_rereadsLeft;        // bytes that may be parsed again
  bool m_isEndCounted = false; // the latest damage is the end of the text
};

/// The next "{" at or after `offset`, before `end`, that looks like the begin of an event after
/// another one.
size_t guessEventStart(std::string_view text, size_t offset, size_t end) {
  for (size_t at = text.find('{', offset); at < end; at = text.find('{', at + 1)) {
    const size_t comma = at == 0 ? text.npos : text.find_last_not_of(kBlank, at - 1);
    if (comma == text.npos || comma == 0 || text[comma] != ',')
      continue;
    const size_t before = text.find_last_not_of(kBlank, comma - 1);
    const size_t after = text.find_first_not_of(kBlank, at + 1);
    if (before != text.npos && text[before] == '}' && after != text.npos && text[after] == '"')
      return at;
  }
  return text.npos;
}

/// Reads the events that begin in [begin, end), as far as they are plainly valid, as if `begin` lay
/// in a list of events. `block` is empty and gives its memory.
JsonBlock readAhead(std::string_view text, size_t begin, size_t end, JsonBlock block) {
  constexpr size_t kLongestEvent = size_t{4} << 20; // a bound on what damage makes of an event
  constexpr size_t kMostEvents = 16'384;            // bounds on memory
  constexpr size_t kMostTextsOfGuesses = 4096;
  const std::string_view part = text.substr(0, std::min(text.size(), end + kLongestEvent));
  JsonScanner scanner(part, block.texts.store());
  JsonEventReader reader(scanner, block);
  // An object within arguments has no phase.
  for (size_t at = guessEventStart(part, begin, end); at < end;
       at = guessEventStart(part, at + 1, end)) {
    scanner.setPosition(at);
    if (reader.read(false) && block.events.back().event.hasPhaseField) {
      block.begin = block.lastEvent = at;
      break;
    }
    block.events.clear();
    block.args.clear();
    if (std::max(block.texts.size(), block.texts.store().size()) > kMostTextsOfGuesses)
      block.texts.clear();
  }
  if (block.begin == text.npos)
    return block;
  for (;;) {
    block.end = scanner.position();
    block.endsAfterEvent = true;
    if (!scanner.take(',') || scanner.peek() == '\0')
      break;
    block.end = scanner.position();
    block.endsAfterEvent = false;
    if (block.end >= end || block.events.size() >= kMostEvents || scanner.peek() != '{' ||
        !reader.read(false))
      break;
    block.lastEvent = block.end;
  }
  return block;
}

/// Reads a text in order: with a fast reader all that is plainly valid, with a full parser each
/// event that is not, and passes over damaged ones.
class TolerantParser {
public:
  TolerantParser(std::string_view text, TraceBuilder &builder, JsonEventSink &sink,
                 JsonOutcome &outcome, ReadProgress *progress)
      : m_text(text), m_builder(builder), m_sink(sink), m_outcome(outcome), m_progress(progress),
        m_damage(text, outcome), m_scanner(text, m_own.texts.store()), m_reader(m_scanner, m_own) {}

  /// Blocks are read ahead on several threads and taken in order.
  void parse() {
    constexpr size_t kBlockBytes = 262'144;
    const size_t count = (m_text.size() + kBlockBytes - 1) / kBlockBytes;
    BlockPool pool;
    orderedPipeline(
        count > 1 ? count : 0, 0,
        [&] {
          return [&](size_t i) {
            return readAhead(m_text, i * kBlockBytes,
                             std::min(m_text.size(), (i + 1) * kBlockBytes), pool.get());
          };
        },
        [&](size_t i, JsonBlock block) {
          if (m_progress != nullptr)
            m_progress->setDone(i * kBlockBytes);
          advance(std::min(block.begin, (i + 1) * kBlockBytes));
          take(block);
          pool.put(std::move(block));
          return m_place != Place::End && !isCancelled();
        });
    advance(m_text.npos);
  }

private:
  enum class Place : uint8_t {
    Start,
    FirstMember, ///< of the object that the text consists of
    NextMember,
    FirstElement, ///< of a list of events
    Element,      ///< after a comma
    AfterElement,
    End,
  };
  enum class List : uint8_t { Whole, OfObject, AfterDamage };

  bool isCancelled() const { return m_progress != nullptr && m_progress->isCancelled(); }
  bool isWithinList() const { return m_place >= Place::FirstElement && m_place != Place::End; }

  /// Reads until the next event begins at or after `limit`, or to the end.
  void advance(size_t limit) {
    while (m_place != Place::End && !isCancelled()) {
      if (isWithinList() && m_place != Place::AfterElement) {
        m_scanner.peek(); // the event begins after blanks
        if (m_scanner.position() >= limit)
          return;
      }
      const size_t begin = m_scanner.position();
      if (!step())
        recover(begin);
    }
  }

  /// Takes a block that was read ahead if its first event is the next one.
  void take(JsonBlock &block) {
    if (m_place != Place::Element || m_isInSamples || m_scanner.position() != block.begin)
      return;
    m_elements += block.events.size();
    m_own.texts.clear();
    m_sink.startBlock();
    m_sink.takeAll(block, false);
    m_sink.startBlock();
    m_lastEvent = block.lastEvent;
    m_scanner.setPosition(block.end);
    m_place = block.endsAfterEvent ? Place::AfterElement : Place::Element;
  }

  /// Reads one member, element or bracket. False if it is not plainly valid.
  bool step() {
    switch (m_place) {
    case Place::Start:
      return enterText();
    case Place::FirstMember:
      return m_scanner.take('}') ? leave() : readMember();
    case Place::NextMember:
      return m_scanner.take('}') ? leave() : m_scanner.take(',') && readMember();
    case Place::FirstElement:
      return m_scanner.take(']') ? leaveList() : readElement();
    case Place::Element:
      return readElement();
    case Place::AfterElement:
      if (m_scanner.take(']'))
        return leaveList();
      if (!m_scanner.take(','))
        return false;
      m_place = Place::Element;
      return true;
    case Place::End:
      break;
    }
    return false;
  }

  bool leave() {
    m_place = Place::End;
    return true;
  }

  bool enterText() {
    constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
    if (m_text.starts_with(kByteOrderMark))
      m_scanner.setPosition(kByteOrderMark.size());
    if (m_scanner.peek() == '[')
      return enterList(List::Whole, false);
    m_place = Place::FirstMember;
    return m_scanner.take('{');
  }

  bool enterList(List list, bool isOfSamples) {
    m_list = list;
    m_isInSamples = isOfSamples;
    m_listStart = m_scanner.position();
    m_lastEvent = m_text.npos;
    m_place = Place::FirstElement;
    return m_scanner.take('[');
  }

  bool leaveList() {
    m_isInSamples = false;
    m_place = m_list == List::OfObject ? Place::NextMember : Place::End;
    if (m_list == List::AfterDamage)
      continueAt(findEventStart(m_text, m_scanner.position()));
    return true;
  }

  /// Goes on after damage, with what may be an event; npos: there is none.
  void continueAt(size_t event) {
    m_sink.setAfterDamage();
    m_list = List::AfterDamage;
    m_isInSamples = false;
    m_lastEvent = m_text.npos;
    m_place = event == m_text.npos ? Place::End : Place::Element;
    m_scanner.setPosition(std::min(event, m_text.size()));
  }

  bool readMember() {
    std::string_view key;
    if (!m_scanner.readKey(key))
      return false;
    const char opening = m_scanner.peek();
    m_place = Place::NextMember;
    if (opening == '[' && (key == "traceEvents" || key == "samples"))
      return enterList(List::OfObject, key == "samples");
    if (opening == '{' && key == "stackFrames")
      return readFrames();
    if (opening == '{' || opening == '[')
      return m_scanner.skipValue();
    JsonScalar value;
    if (!m_scanner.readScalar(value))
      return false;
    if (key == "baseTimeNanoseconds" && value.type == JsonScalar::Type::Int)
      m_outcome.baseTimeNs = value.integer;
    return true;
  }

  /// An object; calls read(key), which reads the value.
  template <class Read> bool readObject(const Read &read) {
    if (!m_scanner.take('{'))
      return false;
    if (m_scanner.take('}'))
      return true;
    do {
      std::string_view key;
      if (!m_scanner.readKey(key) || !read(key))
        return false;
    } while (m_scanner.take(','));
    return m_scanner.take('}');
  }

  bool readFrames() {
    return readObject([&](std::string_view id) {
      if (m_scanner.peek() != '{')
        return m_scanner.skipValue();
      StackFrame &frame = m_outcome.stackFrames[std::string(id)];
      return readObject([&](std::string_view key) { return readFrameField(frame, key); });
    });
  }

  bool readFrameField(StackFrame &frame, std::string_view key) {
    if (m_scanner.peek() == '{' || m_scanner.peek() == '[')
      return m_scanner.skipValue();
    JsonScalar value;
    if (!m_scanner.readScalar(value))
      return false;
    if (key == "name")
      frame.name = m_builder.intern(value.text);
    else if (key == "category")
      frame.category = m_builder.intern(value.text);
    else if (key == "parent")
      frame.parent = value.text;
    return true;
  }

  bool readElement() {
    constexpr size_t kMostTexts = 65'536; // a bound on memory
    if (m_scanner.peek() != '{') {
      m_place = Place::AfterElement;
      return m_scanner.skipValue();
    }
    const size_t begin = m_scanner.position();
    if (std::max(m_own.texts.size(), m_own.texts.store().size()) > kMostTexts) {
      m_own.texts.clear();
      m_sink.startBlock();
    }
    if (!m_reader.read(m_isInSamples))
      return false;
    m_sink.takeAll(m_own, m_isInSamples);
    ++m_elements;
    m_lastEvent = begin;
    m_place = Place::AfterElement;
    return true;
  }

  /// Reads on with the full parser where the fast reader cannot; `at`: where it began.
  void recover(size_t at) {
    FullReadStart start;
    start.isOneEvent = isWithinList();
    start.isOfSamples = m_isInSamples;
    if (!isWithinList()) {
      start.passedEvents = m_elements;
    } else if (at < m_text.size() && m_text[at] == '{' && m_place == Place::Element) {
      start.offset = at;
      start.opensList = true;
    } else if (m_lastEvent != m_text.npos) {
      start.offset = m_lastEvent;
      start.opensList = true;
      start.passedEvents = 1;
    } else {
      start.offset = m_listStart;
    }
    const FullReadEnd end = readFully(m_text, start, m_builder, m_sink, m_outcome, m_progress);
    if (isCancelled())
      return;
    m_scanner.setPosition(std::min(end.position, m_text.size()));
    switch (end.reason) {
    case FullReadEnd::Reason::Damage:
      return continueAt(m_damage.next(end, start.offset));
    case FullReadEnd::Reason::OneEvent:
      ++m_elements;
      m_lastEvent = end.eventStart;
      m_place = Place::AfterElement;
      return;
    case FullReadEnd::Reason::EndOfValue:
      if (isWithinList())
        leaveList();
      else
        leave();
    }
  }

  std::string_view m_text;
  TraceBuilder &m_builder;
  JsonEventSink &m_sink;
  JsonOutcome &m_outcome;
  ReadProgress *m_progress;
  Damage m_damage;
  JsonBlock m_own; ///< of events that are read in order
  JsonScanner m_scanner;
  JsonEventReader m_reader;
  Place m_place = Place::Start;
  List m_list = List::Whole;
  bool m_isInSamples = false;
  size_t m_listStart = 0;
  size_t m_lastEvent = std::string_view::npos; ///< begin of the last event of the list
  size_t m_elements = 0;                       ///< events read
};

} // namespace

JsonOutcome parseJsonEvents(std::span<const std::byte> bytes, TraceBuilder &builder,
                            const std::function<void(const JsonEvent &)> &visit,
                            ReadProgress *progress) {
  const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  if (progress != nullptr)
    progress->setTotal(text.size());
  JsonOutcome outcome;
  JsonEventSink sink(builder, visit, outcome);
  TolerantParser(text, builder, sink, outcome, progress).parse();
  if (outcome.isDamaged() && !outcome.baseTimeNs)
    outcome.baseTimeNs = findBaseTime(text);
  return outcome;
}

} // namespace pstudio
