// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome_json/json_event_reader.h"

#include <charconv>

namespace pstudio {

bool JsonEventReader::read(bool isOfSamples) {
  const size_t firstArg = m_block.args.size();
  JsonBlock::Event &added = m_block.events.emplace_back();
  if (!readFields(added.event, isOfSamples)) {
    m_block.events.pop_back();
    m_block.args.resize(firstArg);
    return false;
  }
  added.firstArg = static_cast<uint32_t>(firstArg);
  added.argCount = static_cast<uint32_t>(m_block.args.size() - firstArg);
  added.name = m_block.texts.add(added.event.name);
  added.category = m_block.texts.add(added.event.category);
  return true;
}

bool JsonEventReader::readFields(JsonEvent &event, bool isOfSamples) {
  if (!m_scanner.take('{'))
    return false;
  if (m_scanner.take('}'))
    return true;
  do {
    std::string_view key;
    if (!m_scanner.readKey(key) || !readField(event, key, isOfSamples))
      return false;
  } while (m_scanner.take(','));
  return m_scanner.take('}');
}

bool JsonEventReader::readField(JsonEvent &event, std::string_view key, bool isOfSamples) {
  const JsonField field = jsonFieldOf(key);
  ++event.fieldCount;
  event.hasPhaseField |= field == JsonField::Phase;
  event.hasChildrenField |= field == JsonField::Children;
  const char opening = m_scanner.peek();
  if (opening == '{' || opening == '[') {
    const bool isArray = opening == '[';
    if (field == JsonField::Id2 && !isArray)
      return readId2(event);
    if (field != JsonField::Args && !(field == JsonField::Stack && isArray))
      return m_scanner.skipValue();
    m_path = field == JsonField::Stack ? "stack" : "";
    return readArgs(isArray, 1);
  }
  JsonScalar value;
  if (!m_scanner.readScalar(value))
    return false;
  setJsonField(event, field, value);
  const bool isArgument = isOfSamples && (field == JsonField::Weight || field == JsonField::Cpu);
  return !isArgument || addArg(m_block.texts.add(key), value);
}

bool JsonEventReader::readId2(JsonEvent &event) {
  m_scanner.take('{');
  if (m_scanner.take('}'))
    return true;
  do {
    std::string_view key;
    if (!m_scanner.readKey(key))
      return false;
    const char opening = m_scanner.peek();
    if (opening == '{' || opening == '[') {
      if (!m_scanner.skipValue())
        return false;
      continue;
    }
    JsonScalar value;
    if (!m_scanner.readScalar(value))
      return false;
    setJsonId2(event, key, value);
  } while (m_scanner.take(','));
  return m_scanner.take('}');
}

/// Reads an object or array within arguments; m_path is its path.
bool JsonEventReader::readArgs(bool isArray, size_t depth) {
  const size_t pathLength = m_path.size();
  const char closing = isArray ? ']' : '}';
  m_scanner.take(isArray ? '[' : '{');
  if (m_scanner.take(closing))
    return true;
  uint32_t index = 0;
  do {
    std::string_view key;
    if ((!isArray && !m_scanner.readKey(key)) ||
        !readElement(isArray, key, pathLength, index, depth))
      return false;
  } while (m_scanner.take(','));
  return m_scanner.take(closing);
}

bool JsonEventReader::readElement(bool isArray, std::string_view key, size_t pathLength,
                                  uint32_t &index, size_t depth) {
  const char opening = m_scanner.peek();
  if (opening == '{' || opening == '[') {
    if (depth >= kDeepestJsonArgument)
      return m_scanner.skipValue();
    extendPath(isArray, key, pathLength, index);
    return readArgs(opening == '[', depth + 1);
  }
  JsonScalar value;
  if (!m_scanner.readScalar(value))
    return false;
  if (!isArray && pathLength == 0)
    return addArg(m_block.texts.add(key), value);
  extendPath(isArray, key, pathLength, index);
  return addArg(m_block.texts.addCopy(m_path), value);
}

void JsonEventReader::extendPath(bool isArray, std::string_view key, size_t pathLength,
                                 uint32_t &index) {
  m_path.resize(pathLength);
  if (isArray) {
    char digits[10];
    const char *const end = std::to_chars(digits, digits + sizeof(digits), index++).ptr;
    m_path += '[';
    m_path.append(digits, static_cast<size_t>(end - digits));
    m_path += ']';
  } else {
    if (!m_path.empty())
      m_path += '.';
    m_path += key;
  }
}

bool JsonEventReader::addArg(uint32_t key, JsonScalar &value) {
  if (value.type == JsonScalar::Type::Double && !readReal(value))
    return false;
  if (value.type != JsonScalar::Type::Null)
    m_block.args.push_back(jsonArgOf(StringId(key), value, [this](std::string_view text) {
      return StringId(m_block.texts.add(text));
    }));
  return true;
}

} // namespace pstudio
