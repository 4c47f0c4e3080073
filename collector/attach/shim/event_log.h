// SPDX-License-Identifier: Apache-2.0
// Appends events and texts to the files of event_files.h.
#pragma once

#include <atomic>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "collector/attach/protocol/event_files.h"
#include "collector/attach/shim/mapped_file.h"

namespace pstudio::attach {

/// [thread: any] An event takes no lock but where a file is full; a file that cannot be made, and
/// files beyond the limit, lose events, which are counted.
class EventLog {
public:
  /// `stem` is out/raw/PID. No file is made before the first event. At most `mostBytes` of events.
  void open(std::string stem, uint64_t mostBytes);

  template <class Content> void add(EventKind kind, uint32_t thread, const Content &content) {
    static_assert(sizeof(Content) <= sizeof(Event::content));
    if (Event *place = reserve()) {
      place->thread = thread;
      std::memcpy(place->content.data(), &content, sizeof(Content));
      place->kind.store(kind, std::memory_order_release);
    }
  }

  /// The number of a text; 0 where it found no file. O(length), with a lock.
  uint32_t text(std::string_view text);

private:
  struct File {
    MappedFile bytes;
    std::atomic<uint32_t> taken = 0;
    Event *events() const { return reinterpret_cast<Event *>(bytes.data()) + 1; }
  };

  Event *reserve();
  File *nextFile(const File *full);
  bool openTexts();
  void lose();

  std::string m_stem;
  uint64_t m_mostFiles = 0;
  std::atomic<File *> m_file = nullptr;
  std::atomic<uint64_t> m_lost = 0;
  std::mutex m_fileMutex;
  std::deque<File> m_files; ///< all of them stay mapped: a thread may be writing
  bool m_isFull = false;
  std::mutex m_textMutex;
  std::map<std::string, uint32_t, std::less<>> m_texts;
  MappedFile m_textFile;
  uint32_t m_textFiles = 0;
  uint32_t m_lastText = 0;
};

} // namespace pstudio::attach
