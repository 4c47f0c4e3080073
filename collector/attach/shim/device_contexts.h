// SPDX-License-Identifier: Apache-2.0
// The program's contexts in which twins were launched, with the twins that are loaded there.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "collector/attach/protocol/messages.h"
#include "collector/attach/shim/connection.h"
#include "collector/attach/shim/driver_api.h"
#include "collector/attach/shim/module_variables.h"

namespace pstudio::attach {

/// A twin's kernel in one context.
struct LoadedTwin {
  CuModule module = nullptr;
  CuFunction function = nullptr;
  std::vector<VariableCopy> copies; ///< to be made before each launch
};

/// Lives as long as the process; `isGone` once the program has destroyed it.
struct DeviceContext {
  CuContext handle = nullptr;
  uint64_t id = 0; ///< the driver's, which it never uses again
  CuDevice device = 0;
  std::atomic<CuStream> stream = nullptr; ///< ours, does not wait for the program's
  bool isGone = false;
  /// By Twin::twin and the addresses of the original's variables: the program may load the same
  /// code twice, or again at another address.
  std::map<std::pair<uint32_t, VariableAddresses>, LoadedTwin> twins;
  std::mutex loading; ///< of its stream and its twins
};

/// [thread: any] The driver may wait for a kernel while it loads, and that kernel for one of
/// another device: threads in other contexts never wait for such a call.
class DeviceContexts {
public:
  explicit DeviceContexts(const DriverApi &driver) : m_driver(driver) {}

  /// The calling thread's current one; null, with the reason in `problem`, without one.
  DeviceContext *current(std::string &problem);
  /// The twin in `context`, which is current, for variables at `addresses`; loaded from `code` if
  /// it is not there yet.
  std::optional<LoadedTwin> twin(DeviceContext &context, const Twin &twin,
                                 const VariableAddresses &addresses, const OwnedFile &code,
                                 std::string &problem);
  /// Those of `handle` that the program is about to destroy.
  DeviceContext *find(CuContext handle);
  /// Contexts of a device.
  std::deque<DeviceContext *> ofDevice(CuDevice device);
  void forget(DeviceContext &context);

private:
  DeviceContext *findById(uint64_t id);
  DeviceContext *add(CuContext handle, uint64_t id, std::string &problem);
  bool openStream(DeviceContext &context, std::string &problem);
  using TwinKey = std::pair<uint32_t, VariableAddresses>;
  std::optional<LoadedTwin> findTwin(const DeviceContext &context, const TwinKey &key);
  std::optional<LoadedTwin> load(const Twin &twin, const OwnedFile &code, std::string &problem);

  const DriverApi &m_driver;
  std::mutex m_mutex; ///< no function of the driver is called under it
  std::deque<DeviceContext> m_contexts;
};

} // namespace pstudio::attach
