// SPDX-License-Identifier: Apache-2.0
// One thread for each piece of work; both it and its caller hold what they share.
#include "collector/attach/shim/bounded_work.h"

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <memory>
#include <mutex>

#include <pthread.h>

#include "collector/attach/shim/hooks.h"

namespace pstudio::attach {

namespace {

struct Work {
  std::function<void()> call;
  std::mutex mutex;
  std::condition_variable changed;
  bool isDone = false;
};

void *run(void *argument) {
  const std::unique_ptr<std::shared_ptr<Work>> work(static_cast<std::shared_ptr<Work> *>(argument));
  {
    const OwnCalls own;
    (*work)->call();
  }
  const std::lock_guard lock((*work)->mutex);
  (*work)->isDone = true;
  (*work)->changed.notify_all();
  return nullptr;
}

bool start(const std::shared_ptr<Work> &work) {
  auto *argument = new std::shared_ptr<Work>(work);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before); // the new thread inherits it
  pthread_t thread;
  const bool isStarted = pthread_create(&thread, nullptr, &run, argument) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (isStarted)
    pthread_detach(thread);
  else
    delete argument;
  return isStarted;
}

} // namespace

bool doWithin(uint32_t milliseconds, std::function<void()> call) {
  const auto work = std::make_shared<Work>();
  work->call = std::move(call);
  if (!start(work))
    return false;
  std::unique_lock lock(work->mutex);
  return work->changed.wait_for(lock, std::chrono::milliseconds(milliseconds),
                                [&] { return work->isDone; });
}

} // namespace pstudio::attach
