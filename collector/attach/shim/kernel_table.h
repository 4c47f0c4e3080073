// SPDX-License-Identifier: Apache-2.0
// The kernels of the process, and which handles of the driver stand for them.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "collector/attach/protocol/messages.h"
#include "collector/attach/protocol/record_files.h"
#include "collector/attach/shim/code_image.h"
#include "collector/attach/shim/handle_map.h"

namespace pstudio::attach {

/// A kernel: a name in an image. Lives as long as the process.
struct Kernel {
  uint32_t number = 0;
  std::string name;
  CodeImage image;
  KernelCounters *counters = nullptr;        ///< null: beyond kMostKernels, or without a name
  std::atomic<uint64_t> *sequence = nullptr; ///< launches that count, of all kernels of this name
  std::atomic<bool> isAnnounced = false;     ///< KernelSeen was sent, or cannot be
  std::atomic<const std::vector<LaunchRange> *> choice = nullptr; ///< null: none is chosen
};

/// What a handle stands for.
struct KernelHandle {
  Kernel *kernel = nullptr;     ///< null: the handle was never seen
  bool isLibraryKernel = false; ///< a CUkernel, not a CUfunction

  explicit operator bool() const { return kernel; }
};

/// [thread: any] find() takes no lock, the others one that is held for a short time only.
class KernelTable {
public:
  /// Rows of the counter file, kMostKernels of them. Call it before all others.
  void setCounters(KernelCounters *rows) { m_rows = rows; }

  KernelHandle find(const void *handle) const { return unpack(m_handles.find(handle)); }

  /// A module or a library was loaded.
  void addImage(const void *owner, CodeImage image);
  /// `module` is the library's in one context; it goes with the library.
  void addModule(const void *library, const void *module);
  /// The driver returned `handle` for `name` of the module or library `owner`.
  void addHandle(const void *owner, const void *handle, std::string_view name,
                 bool isLibraryKernel);
  /// The driver returned `function` for a library's kernel.
  void addFunction(const void *kernel, const void *function);
  /// `handle` stands for a kernel without a name, which is counted as unknown.
  void addNameless(const void *owner, const void *handle, bool isLibraryKernel);
  /// The module or library is about to go, and its handles with it.
  void removeImage(const void *owner);
  /// Takes one handle out, so that it is looked at again.
  void forgetHandle(const void *handle);

private:
  struct Owner {
    CodeImage image;
    std::vector<const void *> handles;
    std::vector<const void *> modules;
  };

  static KernelHandle unpack(uintptr_t value) {
    return {reinterpret_cast<Kernel *>(value & ~uintptr_t(1)), (value & 1) != 0};
  }
  Kernel *kernelOf(std::string_view name, const CodeImage &image);
  void bind(const void *owner, const void *handle, Kernel *kernel, bool isLibraryKernel);
  void removeLocked(const void *owner);

  HandleMap m_handles;
  std::mutex m_mutex;
  KernelCounters *m_rows = nullptr;
  std::deque<Kernel> m_kernels; ///< never shrinks: launches hold pointers
  Kernel m_nameless;
  std::unordered_map<std::string, Kernel *> m_byIdentity;
  std::unordered_map<std::string, std::unique_ptr<std::atomic<uint64_t>>> m_sequences;
  std::unordered_map<const void *, Owner> m_owners;
  std::unordered_map<const void *, const void *> m_ownerOfHandle;
};

} // namespace pstudio::attach
