// SPDX-License-Identifier: Apache-2.0
#include "collector/program/async_runtime.h"

#include <utility>

namespace pstudio::program {

AsyncObject *AsyncRuntime::create() {
  auto object = std::make_unique<AsyncObject>();
  AsyncObject *created = object.get();
  m_objects.try_emplace(created, std::move(object));
  return created;
}

AsyncObject *AsyncRuntime::createToken() {
  AsyncObject *token = create();
  token->references = 2; // the owner's, and the one that complete() drops
  return token;
}

AsyncObject *AsyncRuntime::createValue(uint64_t bytes) {
  AsyncObject *value = createToken();
  value->storage.resize((bytes + sizeof(std::max_align_t) - 1) / sizeof(std::max_align_t) + 1);
  return value;
}

AsyncObject *AsyncRuntime::createGroup(int64_t size) {
  AsyncObject *group = create();
  group->pendingMembers = size;
  if (size == 0)
    group->state = AsyncObject::State::Available;
  return group;
}

void AsyncRuntime::addReferences(AsyncObject *object, int64_t count) {
  object->references += count;
}

void AsyncRuntime::dropReferences(AsyncObject *object, int64_t count) {
  object->references -= count;
  if (object->references <= 0)
    m_objects.erase(object);
}

void AsyncRuntime::complete(AsyncObject *object, AsyncObject::State state) {
  object->state = state;
  finish(object);
  dropReferences(object, 1);
}

/// Schedules the tasks that wait for the object and updates its groups.
void AsyncRuntime::finish(AsyncObject *object) {
  for (const AsyncTask task : std::exchange(object->waiting, {}))
    m_ready.push_back(task);
  for (AsyncObject *group : std::exchange(object->groups, {})) {
    group->hasFailedMember |= object->state == AsyncObject::State::Failed;
    if (--group->pendingMembers == 0) {
      group->state =
          group->hasFailedMember ? AsyncObject::State::Failed : AsyncObject::State::Available;
      finish(group);
    }
    dropReferences(group, 1);
  }
}

int64_t AsyncRuntime::addToGroup(AsyncObject *token, AsyncObject *group) {
  addReferences(group, 1);
  token->groups.push_back(group);
  if (token->state != AsyncObject::State::Pending)
    finish(token);
  return group->memberCount++;
}

void AsyncRuntime::continueAfter(AsyncObject *object, AsyncTask task) {
  if (object->state == AsyncObject::State::Pending)
    object->waiting.push_back(task);
  else
    schedule(task);
}

AsyncRuntime::Next AsyncRuntime::nextBefore(const AsyncObject *object, AsyncTask &task) {
  if (object->state != AsyncObject::State::Pending)
    return Next::Ready;
  if (m_ready.empty())
    return Next::Never;
  task = m_ready.front();
  m_ready.pop_front();
  return Next::Continue;
}

} // namespace pstudio::program
