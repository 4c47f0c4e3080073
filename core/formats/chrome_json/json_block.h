// SPDX-License-Identifier: Apache-2.0
// Events of a part of a Chrome trace, with texts that are numbered within the part.
#pragma once

#include <cstdint>
#include <mutex>
#include <string_view>
#include <vector>

#include "core/formats/chrome_json/json_event.h"

namespace pstudio {

/// Numbers the different texts of a block: 0, 1, ... by first use. [not thread-safe]
class BlockTexts {
public:
  /// `text` must stay where it is.
  uint32_t add(std::string_view text);
  /// The same for a text that may change: a new one is copied.
  uint32_t addCopy(std::string_view text);
  std::string_view text(uint32_t number) const { return m_texts[number]; }
  size_t size() const { return m_texts.size(); }
  JsonTextStore &store() { return m_store; }
  void clear();

private:
  uint32_t *slotOf(std::string_view text, uint32_t hash);
  void grow();

  JsonTextStore m_store;
  std::vector<std::string_view> m_texts;
  std::vector<uint32_t> m_hashes; ///< by number
  std::vector<uint32_t> m_slots;  ///< a hash table of numbers + 1; 0: free
};

/// Events in the order of the text. [not thread-safe]
struct JsonBlock {
  struct Event {
    JsonEvent event; ///< without ids and arguments
    uint32_t name = 0, category = 0;
    uint32_t firstArg = 0, argCount = 0;
  };
  std::vector<Event> events;
  std::vector<Arg> args; ///< keys and texts are numbers of `texts`
  BlockTexts texts;

  // Of a part that was read ahead, in the order of the text:
  size_t begin = std::string_view::npos; ///< of the first event; npos: none was found
  size_t lastEvent = 0;                  ///< begin of the last event
  size_t end = 0;                        ///< where reading goes on
  bool endsAfterEvent = false;           ///< no comma between the last event and `end`

  /// Removes everything and keeps the memory.
  void clear();
};

/// Blocks that were taken, for those that follow: their memory is there already. [thread: any]
class BlockPool {
public:
  /// An empty block.
  JsonBlock get();
  void put(JsonBlock block);

private:
  std::mutex m_mutex;
  std::vector<JsonBlock> m_blocks;
};

} // namespace pstudio
