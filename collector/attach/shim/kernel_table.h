// SPDX-License-Identifier: Apache-2.0
// The kernels of the process, and their handles in the driver.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "collector/attach/protocol/messages.h"
#include "collector/attach/protocol/record_files.h"
#include "collector/attach/shim/code_image.h"
#include "collector/attach/shim/handle_map.h"
#include "collector/attach/shim/postponed_launches.h"

namespace pstudio::attach {

/// The numbers of the launches of all kernels of one name.
struct LaunchSequence {
  std::atomic<uint64_t> last = 0;
  std::atomic<bool> hasChoice = false; ///< launches of a kernel of the name were or are chosen
};

/// A kernel: a name in an image. Exists until the end of the process.
struct Kernel {
  uint32_t number = 0;
  std::string name;
  CodeImage image;
  KernelCounters *counters = nullptr;    ///< null: more than kMostKernels kernels, or no name
  LaunchSequence *sequence = nullptr;    ///< null: no name
  std::atomic<bool> isAnnounced = false; ///< KernelSeen was sent, or cannot be sent
  std::atomic<const std::vector<LaunchRange> *> choice = nullptr; ///< null: no launch is chosen
  std::atomic<uint32_t> failures = 0; ///< chosen launches that were not recorded
  std::atomic<bool> isLate = false;   ///< its twin was not ready in time
  PostponedLaunches postponed;        ///< filled only without AttachSettings::waitsForTwins
};

/// The kernel of a handle.
struct KernelHandle {
  Kernel *kernel = nullptr;     ///< null: the handle is unknown
  bool isLibraryKernel = false; ///< a CUkernel, not a CUfunction

  explicit operator bool() const { return kernel; }
};

/// [thread: any] find() takes no lock. The other functions hold a lock for a short time.
class KernelTable {
public:
  /// Sets the rows of the counter file, kMostKernels of them. Must precede all other calls.
  void setCounters(KernelCounters *rows) { m_rows = rows; }

  KernelHandle find(const void *handle) const { return unpack(m_handles.find(handle)); }

  /// The kernel with this number; null if there is none.
  Kernel *kernelNumbered(uint32_t number);

  /// Adds a module or library that was loaded.
  void addImage(const void *owner, CodeImage image);
  /// True from addImage() to removeImage().
  bool hasImage(const void *owner);
  /// Adds the module of a library in one context. It is removed with the library.
  void addModule(const void *library, const void *module);
  /// Adds `handle`, which the driver returned for `name` of the module or library `owner`.
  void addHandle(const void *owner, const void *handle, std::string_view name,
                 bool isLibraryKernel);
  /// Adds `function`, which the driver returned for a library's kernel.
  void addFunction(const void *kernel, const void *function);
  /// Handles of the libraries' kernels with this name. O(handles), with the lock held.
  std::vector<const void *> libraryKernelsNamed(std::string_view name);
  /// Adds the handle of a kernel without a name, whose launches count as unknown.
  void addNameless(const void *owner, const void *handle, bool isLibraryKernel);
  /// Removes a module or library that is about to be unloaded, with its handles.
  void removeImage(const void *owner);
  /// Removes one handle, so that its next use determines its kernel again.
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
  std::unordered_map<std::string, std::unique_ptr<LaunchSequence>> m_sequences;
  std::unordered_map<const void *, Owner> m_owners;
  std::unordered_map<const void *, const void *> m_ownerOfHandle;
};

} // namespace pstudio::attach
