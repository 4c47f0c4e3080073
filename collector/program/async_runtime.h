// SPDX-License-Identifier: Apache-2.0
// Tokens, values, groups and waiting tasks of MLIR's async dialect, on one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <vector>

namespace pstudio::program {

/// A suspended coroutine of host code and the function that continues it.
struct AsyncTask {
  void *handle = nullptr;
  void (*resume)(void *) = nullptr;
};

/// A token, a value (with storage) or a group of tokens.
struct AsyncObject {
  enum class State : uint8_t { Pending, Available, Failed };
  State state = State::Pending;
  int64_t references = 1;
  std::vector<std::max_align_t> storage; ///< of a value
  int64_t pendingMembers = 0;            ///< of a group
  int64_t memberCount = 0;               ///< of a group, so far
  bool hasFailedMember = false;          ///< of a group
  std::vector<AsyncObject *> groups;     ///< groups that contain the token
  std::vector<AsyncTask> waiting;        ///< tasks to continue when the object is ready
};

/// Runs tasks in FIFO order whenever host code waits, so the order of execution is the same in
/// every run. [one thread]
class AsyncRuntime {
public:
  AsyncObject *createToken();
  AsyncObject *createValue(uint64_t bytes);
  AsyncObject *createGroup(int64_t size);
  void addReferences(AsyncObject *object, int64_t count);
  /// Frees the object when its last reference is dropped.
  void dropReferences(AsyncObject *object, int64_t count);

  /// Marks a token or value as ready, and schedules the tasks that wait for it.
  void complete(AsyncObject *object, AsyncObject::State state);
  /// Returns the index of the token within the group.
  int64_t addToGroup(AsyncObject *token, AsyncObject *group);
  /// Continues the task once `object` is ready.
  void continueAfter(AsyncObject *object, AsyncTask task);
  void schedule(AsyncTask task) { m_ready.push_back(task); }

  enum class Next : uint8_t {
    Ready,    ///< the object is ready
    Continue, ///< it is not ready; continue the task first
    Never,    ///< it is not ready, and no task is left that could complete it
  };
  Next nextBefore(const AsyncObject *object, AsyncTask &task);

private:
  AsyncObject *create();
  void finish(AsyncObject *object);

  std::map<AsyncObject *, std::unique_ptr<AsyncObject>> m_objects;
  std::deque<AsyncTask> m_ready;
};

} // namespace pstudio::program
