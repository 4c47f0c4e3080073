// SPDX-License-Identifier: Apache-2.0
// Reads events of valid JSON into a block.
#pragma once

#include <string>

#include "core/formats/chrome_json/json_block.h"

namespace pstudio {

/// [not thread-safe]
class JsonEventReader {
public:
  /// Both must outlive this. The scanner stores texts in the block.
  JsonEventReader(JsonScanner &scanner, JsonBlock &block) : m_scanner(scanner), m_block(block) {}

  /// Reads the event that begins at the scanner's position, "{", and appends it to the block.
  /// `isOfSamples`: an element of the list "samples". False, with the block as before except its
  /// texts, where the event is not plainly valid.
  bool read(bool isOfSamples);

private:
  bool readFields(JsonEvent &event, bool isOfSamples);
  bool readField(JsonEvent &event, std::string_view key, bool isOfSamples);
  bool readId2(JsonEvent &event);
  bool readArgs(bool isArray, size_t depth);
  bool readElement(bool isArray, std::string_view key, size_t pathLength, uint32_t &index,
                   size_t depth);
  void extendPath(bool isArray, std::string_view key, size_t pathLength, uint32_t &index);
  bool addArg(uint32_t key, JsonScalar &value);

  JsonScanner &m_scanner;
  JsonBlock &m_block;
  std::string m_path; ///< of the arguments being read
};

} // namespace pstudio
