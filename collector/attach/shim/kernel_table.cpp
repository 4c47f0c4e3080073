// SPDX-License-Identifier: Apache-2.0
// Kernels by identity, handles by owner.
#include "collector/attach/shim/kernel_table.h"

#include <algorithm>

namespace pstudio::attach {

Kernel *KernelTable::kernelOf(std::string_view name, const CodeImage &image) {
  std::string identity(name);
  identity += '\0';
  identity += static_cast<char>('0' + static_cast<int>(image.kind));
  identity += image.hash;
  if (image.number != kNoImage)
    identity += '#' + std::to_string(image.number);
  Kernel *&known = m_byIdentity[identity];
  if (known)
    return known;
  known = &m_kernels.emplace_back();
  known->number = static_cast<uint32_t>(m_kernels.size() - 1);
  known->name = name;
  known->image = image;
  auto &sequence = m_sequences[known->name];
  if (!sequence)
    sequence = std::make_unique<LaunchSequence>();
  known->sequence = sequence.get();
  if (m_rows && known->number < kMostKernels)
    known->counters = &m_rows[known->number];
  return known;
}

Kernel *KernelTable::kernelNumbered(uint32_t number) {
  const std::lock_guard lock(m_mutex);
  return number < m_kernels.size() ? &m_kernels[number] : nullptr;
}

void KernelTable::bind(const void *owner, const void *handle, Kernel *kernel,
                       bool isLibraryKernel) {
  const auto value = reinterpret_cast<uintptr_t>(kernel) | uintptr_t(isLibraryKernel);
  if (m_handles.find(handle) == value && m_ownerOfHandle[handle] == owner)
    return;
  if (!m_handles.set(handle, value))
    return; // full: launches of this handle count as unknown
  const void *&known = m_ownerOfHandle[handle];
  if (known != owner) {
    if (const auto before = m_owners.find(known); before != m_owners.end())
      std::erase(before->second.handles, handle);
    m_owners[owner].handles.push_back(handle);
  }
  known = owner;
}

void KernelTable::addImage(const void *owner, CodeImage image) {
  const std::lock_guard lock(m_mutex);
  removeLocked(owner); // a handle that the driver uses again after an unload that was not seen
  m_owners[owner].image = std::move(image);
}

bool KernelTable::hasImage(const void *owner) {
  const std::lock_guard lock(m_mutex);
  return m_owners.contains(owner);
}

void KernelTable::addModule(const void *library, const void *module) {
  const std::lock_guard lock(m_mutex);
  Owner &owner = m_owners[library];
  if (std::find(owner.modules.begin(), owner.modules.end(), module) != owner.modules.end())
    return;
  owner.modules.push_back(module);
  CodeImage image = owner.image;
  m_owners[module].image = std::move(image);
}

void KernelTable::addHandle(const void *owner, const void *handle, std::string_view name,
                            bool isLibraryKernel) {
  const std::lock_guard lock(m_mutex);
  bind(owner, handle, kernelOf(name, m_owners[owner].image), isLibraryKernel);
}

void KernelTable::addFunction(const void *kernel, const void *function) {
  const std::lock_guard lock(m_mutex);
  const KernelHandle known = find(kernel);
  if (known && kernel != function)
    bind(m_ownerOfHandle[kernel], function, known.kernel, false);
}

std::vector<const void *> KernelTable::libraryKernelsNamed(std::string_view name) {
  const std::lock_guard lock(m_mutex);
  std::vector<const void *> kernels;
  for (const auto &[handle, owner] : m_ownerOfHandle)
    if (const KernelHandle known = find(handle);
        known && known.isLibraryKernel && known.kernel->name == name)
      kernels.push_back(handle);
  return kernels;
}

void KernelTable::addNameless(const void *owner, const void *handle, bool isLibraryKernel) {
  const std::lock_guard lock(m_mutex);
  bind(owner, handle, &m_nameless, isLibraryKernel);
}

void KernelTable::forgetHandle(const void *handle) {
  const std::lock_guard lock(m_mutex);
  m_handles.remove(handle);
  if (const auto known = m_ownerOfHandle.extract(handle))
    std::erase(m_owners[known.mapped()].handles, handle);
}

void KernelTable::removeImage(const void *owner) {
  const std::lock_guard lock(m_mutex);
  removeLocked(owner);
}

void KernelTable::removeLocked(const void *owner) {
  const auto gone = m_owners.extract(owner);
  if (!gone)
    return;
  for (const void *handle : gone.mapped().handles) {
    m_handles.remove(handle);
    m_ownerOfHandle.erase(handle);
  }
  for (const void *module : gone.mapped().modules)
    removeLocked(module);
}

} // namespace pstudio::attach
