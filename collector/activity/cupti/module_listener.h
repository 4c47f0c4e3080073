// SPDX-License-Identifier: Apache-2.0
// The machine code of the modules that are loaded while it listens.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "collector/activity/cupti/cupti_library.h"
#include "core/base/result.h"

namespace pstudio::cupti {

/// Subscribes to CUPTI, of which there is one subscriber in a process. [one thread]
class ModuleListener {
public:
  /// Unsupported if another tool or session has CUPTI.
  static Result<std::unique_ptr<ModuleListener>> begin(std::shared_ptr<const Library> library);
  ~ModuleListener();
  ModuleListener(const ModuleListener &) = delete;
  ModuleListener &operator=(const ModuleListener &) = delete;

  using Cubin = std::vector<std::byte>;
  const std::vector<Cubin> &cubins() const { return m_cubins; }

private:
  explicit ModuleListener(std::shared_ptr<const Library> library) : m_library(std::move(library)) {}
  static void onResource(void *listener, CallbackDomain domain, uint32_t id, const void *data);

  std::shared_ptr<const Library> m_library;
  Subscriber m_subscriber = nullptr;
  std::vector<Cubin> m_cubins;
};

} // namespace pstudio::cupti
