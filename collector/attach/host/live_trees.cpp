// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/live_trees.h"

#include <sys/eventfd.h>

#include "collector/attach/host/event_reader.h"
#include "collector/attach/host/launch_match.h"
#include "collector/attach/host/process_trace.h"
#include "collector/attach/host/program_sessions.h"
#include "collector/attach/host/raw_files.h"

namespace pstudio::attach {
namespace {

Result<std::string> treeOf(const TreeOrder &order) {
  const uint32_t id = order.process.process;
  ProgramEvents all = readEvents(filesOf(numberedFilesIn(order.raw, "events"), id),
                                 filesOf(numberedFilesIn(order.raw, "texts"), id));
  matchByOrder(all, order.process);
  const ProgramEvents events = eventsOf(all, sessionWithNumber(all, order.session, order.phase));
  const auto records = filesOf(numberedFilesIn(order.raw, "records"), id);
  return sessionTree({order.process, order.twins, records, events});
}

} // namespace

LiveTrees::LiveTrees() : m_done(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

LiveTrees::~LiveTrees() {
  {
    const std::lock_guard lock(m_mutex);
    m_isEnding = true;
  }
  m_wake.notify_all();
  if (m_thread.joinable())
    m_thread.join();
}

void LiveTrees::order(TreeOrder order, Answer answer) {
  if (!m_done.isOpen())
    return answer(fail(ErrorCode::Io, "cannot make an event"));
  {
    const std::lock_guard lock(m_mutex);
    m_waiting.emplace_back(std::move(order), std::move(answer));
  }
  if (!m_thread.joinable())
    m_thread = std::thread([this] { work(); });
  m_wake.notify_one();
}

void LiveTrees::collect() {
  eventfd_t ignored = 0;
  ::eventfd_read(m_done.get(), &ignored);
  std::vector<std::pair<Result<std::string>, Answer>> finished;
  {
    const std::lock_guard lock(m_mutex);
    finished.swap(m_finished);
  }
  for (const auto &[tree, answer] : finished)
    answer(tree);
}

void LiveTrees::work() {
  std::unique_lock lock(m_mutex);
  for (;;) {
    m_wake.wait(lock, [this] { return m_isEnding || !m_waiting.empty(); });
    if (m_isEnding)
      return;
    auto [order, answer] = std::move(m_waiting.front());
    m_waiting.pop_front();
    lock.unlock();
    Result<std::string> tree = treeOf(order);
    lock.lock();
    m_finished.emplace_back(std::move(tree), std::move(answer));
    ::eventfd_write(m_done.get(), 1);
  }
}

} // namespace pstudio::attach
