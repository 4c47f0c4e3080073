// SPDX-License-Identifier: Apache-2.0
// Allocated with the first note, so that a process without any has nothing.
#include "collector/attach/shim/pending_notes.h"

#include <mutex>

namespace pstudio::attach {

namespace {

constinit std::mutex s_mutex;
constinit PendingNotes *s_notes = nullptr;

PendingNotes &notes() {
  if (!s_notes)
    s_notes = new PendingNotes;
  return *s_notes;
}

} // namespace

void keepForLater(Interpreter interpreter) {
  const std::lock_guard lock(s_mutex);
  notes().interpreter = std::move(interpreter);
}

void keepForLater(Notice notice) {
  const std::lock_guard lock(s_mutex);
  if (notes().notices.size() < kMaxPendingNotices)
    notes().notices.push_back(std::move(notice));
}

PendingNotes takePendingNotes() {
  const std::lock_guard lock(s_mutex);
  return s_notes ? *s_notes : PendingNotes();
}

void lockPendingNotes() {
  s_mutex.lock();
}

void unlockPendingNotes() {
  s_mutex.unlock();
}

} // namespace pstudio::attach
