// SPDX-License-Identifier: Apache-2.0
// Places by a counter of the file; a full file is followed by another one.
#include "collector/attach/shim/event_log.h"

#include <algorithm>
#include <new>

#include <unistd.h>

namespace pstudio::attach {

void EventLog::open(std::string stem, uint64_t mostBytes) {
  m_stem = std::move(stem);
  m_mostFiles = mostBytes / (uint64_t(kEventsInFile + 1) * kEventBytes);
}

Event *EventLog::reserve() {
  File *file = m_file.load(std::memory_order_acquire);
  for (;;) {
    if (file) {
      const uint32_t place = file->taken.fetch_add(1, std::memory_order_relaxed);
      if (place < kEventsInFile) [[likely]]
        return file->events() + place;
      file->taken.store(kEventsInFile, std::memory_order_relaxed); // it must not wrap around
    }
    file = nextFile(file);
    if (!file) {
      lose();
      return nullptr;
    }
  }
}

EventLog::File *EventLog::nextFile(const File *full) {
  const std::lock_guard lock(m_fileMutex);
  File *current = m_file.load(std::memory_order_acquire);
  if (current != full)
    return current; // another thread made it
  if (m_isFull || m_stem.empty() || m_files.size() >= m_mostFiles)
    return nullptr;
  const uint32_t number = static_cast<uint32_t>(m_files.size()) + 1;
  std::string_view problem;
  MappedFile bytes = MappedFile::create(m_stem + "." + std::to_string(number) + ".events",
                                        size_t(kEventsInFile + 1) * kEventBytes, problem);
  if (!bytes) {
    m_isFull = true;
    return nullptr;
  }
  auto *header = new (bytes.data()) EventFileHeader;
  header->process = static_cast<uint32_t>(getpid());
  header->file = number;
  File &made = m_files.emplace_back();
  made.bytes = std::move(bytes);
  m_file.store(&made, std::memory_order_release);
  return &made;
}

void EventLog::lose() {
  const uint64_t lost = m_lost.fetch_add(1, std::memory_order_relaxed) + 1;
  if (File *last = m_file.load(std::memory_order_acquire))
    reinterpret_cast<EventFileHeader *>(last->bytes.data())->lost.store(lost);
}

bool EventLog::openTexts() {
  if (m_stem.empty())
    return false;
  std::string_view problem;
  MappedFile made = MappedFile::create(m_stem + "." + std::to_string(m_textFiles + 1) + ".texts",
                                       kTextFileBytes, problem);
  if (!made)
    return false;
  auto *header = new (made.data()) TextFileHeader;
  header->process = static_cast<uint32_t>(getpid());
  header->file = ++m_textFiles;
  m_textFile = std::move(made);
  return true;
}

uint32_t EventLog::text(std::string_view text) {
  text = text.substr(0, kMaxTextBytes);
  const std::lock_guard lock(m_textMutex);
  if (const auto known = m_texts.find(text); known != m_texts.end())
    return known->second;
  const size_t bytes = sizeof(TextHead) + (text.size() + 7) / 8 * 8;
  auto *header = reinterpret_cast<TextFileHeader *>(m_textFile.data());
  if (!header || header->used + bytes > kTextFileBytes) {
    if (!openTexts())
      return 0;
    header = reinterpret_cast<TextFileHeader *>(m_textFile.data());
  }
  const uint64_t used = header->used.load(std::memory_order_relaxed);
  const TextHead head{++m_lastText, static_cast<uint32_t>(text.size())};
  std::memcpy(m_textFile.data() + used, &head, sizeof(head));
  std::memcpy(m_textFile.data() + used + sizeof(head), text.data(), text.size());
  header->used.store(used + bytes, std::memory_order_release);
  m_texts.emplace(text, head.text);
  return head.text;
}

} // namespace pstudio::attach
