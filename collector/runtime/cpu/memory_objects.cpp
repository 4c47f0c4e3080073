// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cpu/memory_objects.h"

#include <algorithm>

namespace pstudio::cpu {
namespace {

bool contains(const MemoryObject &object, uint64_t address, uint64_t bytes) {
  return address >= object.base && bytes <= object.bytes &&
         address - object.base <= object.bytes - bytes;
}

/// Calls `visit` for every object of arguments and shared memory.
template <class Visit>
void visitBuffers(const LaunchRequest &request, const CtaThread &thread, Visit visit) {
  const ProgramMap &program = *request.program;
  const auto shared = reinterpret_cast<uint64_t>(thread.shared);
  for (uint32_t i = 0; i < request.arguments.size(); ++i)
    visit(MemoryObject{ObjectKind::Argument, i, request.arguments[i].word,
                       request.arguments[i].bytes});
  for (uint32_t i = 0; i < program.sharedBuffers.size(); ++i)
    visit(MemoryObject{ObjectKind::Shared, i, shared + program.sharedBuffers[i].offset,
                       program.sharedBuffers[i].bytes});
  visit(MemoryObject{ObjectKind::DynamicShared, 0, shared + program.staticSharedBytes,
                     request.dynamicSharedBytes});
}

template <class Visit>
void visitObjects(const LaunchRequest &request, const CtaThread &thread,
                  VariableAddresses variables, Visit visit) {
  const ProgramMap &program = *request.program;
  visitBuffers(request, thread, visit);
  for (uint32_t i = 0; variables && i < program.variables.size(); ++i)
    visit(MemoryObject{ObjectKind::Variable, i, reinterpret_cast<uint64_t>(variables[i]),
                       program.variables[i].bytes});
  for (const LocalArray &local : thread.locals)
    visit(MemoryObject{ObjectKind::Local, local.index, local.base, local.bytes});
}

} // namespace

std::optional<MemoryObject> objectOfPointer(const LaunchRequest &request, const CtaThread &thread,
                                            VariableAddresses variables, uint64_t pointer) {
  std::optional<MemoryObject> inside, before; // `pointer` is in the one, at the end of the other
  visitObjects(request, thread, variables, [&](const MemoryObject &object) {
    if (object.bytes == 0)
      return;
    if (contains(object, pointer, 1)) {
      if (!inside || object.bytes > inside->bytes)
        inside = object;
    } else if (contains(object, pointer, 0)) {
      before = object;
    }
  });
  if (inside && before && inside->base == pointer)
    return std::nullopt;
  return inside ? inside : before;
}

std::optional<MemoryObject> objectStartingAt(const LaunchRequest &request, const CtaThread &thread,
                                             VariableAddresses variables, uint64_t base) {
  std::optional<MemoryObject> found;
  visitObjects(request, thread, variables, [&](const MemoryObject &object) {
    if (object.base == base && object.bytes > 0 && (!found || object.bytes > found->bytes))
      found = object;
  });
  return found;
}

bool isInSomeObject(const LaunchRequest &request, const CtaThread &thread,
                    VariableAddresses variables, uint64_t address, uint64_t bytes) {
  bool found = false;
  visitObjects(request, thread, variables, [&](const MemoryObject &object) {
    found = found || (object.bytes > 0 && contains(object, address, bytes));
  });
  return found;
}

bool isInSomeBuffer(const LaunchRequest &request, const CtaThread &thread, uint64_t address) {
  bool found = false;
  visitBuffers(request, thread,
               [&](const MemoryObject &object) { found = found || contains(object, address, 1); });
  return found;
}

void addLocalArray(CtaThread &thread, const LocalArray &added) {
  std::erase_if(thread.locals, [&](const LocalArray &local) {
    return local.base < added.base + added.bytes && added.base < local.base + local.bytes;
  });
  if (added.bytes > 0)
    thread.locals.push_back(added);
}

} // namespace pstudio::cpu
