// SPDX-License-Identifier: Apache-2.0
// Shared state of an open device and of all objects made from it: the driver's functions, and
// whether the device still responds. A device that does not respond is not called.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "collector/runtime/gpu/driver_functions.h"
#include "collector/runtime/wait_limits.h"
#include "core/base/result.h"

namespace pstudio::gpu {

class DeviceState;

/// The device is the current device of the calling thread during the lifetime of this object.
class CurrentDevice {
public:
  explicit CurrentDevice(DeviceState &state) : m_state(&state) {}
  CurrentDevice(CurrentDevice &&other) noexcept : m_state(std::exchange(other.m_state, nullptr)) {}
  CurrentDevice &operator=(CurrentDevice &&) = delete;
  ~CurrentDevice();

private:
  DeviceState *m_state;
};

/// Healthy until the first fatal error: then dead after a fault, or hung while a kernel does not
/// end. Each vendor's folder derives a class. [one thread at a time]
class DeviceState {
public:
  virtual ~DeviceState() = default;
  DeviceState(const DeviceState &) = delete;
  DeviceState &operator=(const DeviceState &) = delete;

  const DriverFunctions &functions() const { return m_functions; }

  bool isLost() const { return m_condition != Condition::Healthy; }
  /// A kernel does not end. Other streams can still copy, but every call that waits for the whole
  /// device blocks.
  bool isHung() const { return m_condition == Condition::Hung; }

  /// Makes the device current. Returns the fatal error again if the device is lost.
  Result<CurrentDevice> enter(std::string_view doing);
  /// As enter(), but allowed while a kernel hangs in another stream.
  Result<CurrentDevice> enterToRead(std::string_view doing);
  /// As enter(), in every state of the device.
  Result<CurrentDevice> makeCurrent(std::string_view doing);

  /// Calls `function` and converts a driver error to an Error. A fatal error is stored: the device
  /// is lost.
  template <class... Parameters, class... Values>
  Result<void> call(std::string_view doing, const DriverFunction<Parameters...> &function,
                    Values... values) {
    const DriverResult result = function(values...);
    if (result == DriverResult::Success)
      return {};
    return tl::unexpected<Error>(judge(result, function.name, doing));
  }
  /// Converts `result` to an Error. The device is lost if the error is fatal (isFinal()).
  Error judge(DriverResult result, std::string_view call, std::string_view doing,
              ErrorCode code = ErrorCode::RunFailed);

  /// Polls `handle` by `query` until its work is done. If a limit ends the wait, the device is
  /// hung.
  Result<void> waitFor(const DriverFunction<Handle> &query, Handle handle, std::string_view doing,
                       const WaitLimits &limits);
  /// Time limit of a copy [s]; 0 = no limit.
  double copySeconds() const { return m_copySeconds; }

  /// Frees `handle` by `function`, unless the device is lost: then the handle stays until the end
  /// of the process. Waits for queued work for at most two seconds. For destructors.
  template <class Value> void release(const DriverFunction<Value> &function, Value handle) {
    constexpr std::string_view kFreeing = "freeing what is not needed any more";
    if (!settle())
      return;
    // A destructor cannot report an error. A fatal one is stored and returned by the next call.
    if (const auto current = makeCurrent(kFreeing))
      static_cast<void>(call(kFreeing, function, handle));
  }

  /// Marks that work was queued in the stream, or that all of its work is done.
  void markBusy(Handle stream);
  void markIdle(Handle stream);

protected:
  DeviceState(const DriverFunctions &functions, double copySeconds)
      : m_functions(functions), m_copySeconds(copySeconds) {}
  /// Waits for the queued work of all streams, at most two seconds. False if the device is lost.
  bool settle();

private:
  friend CurrentDevice;
  enum class Condition { Healthy, Hung, Dead };

  /// Makes the device the calling thread's current one; deselect() undoes it.
  virtual Result<void> select(std::string_view doing) = 0;
  virtual void deselect() = 0;
  virtual Error errorOf(DriverResult result, std::string_view call, std::string_view doing,
                        ErrorCode code) const = 0;
  /// True if every later call of this process fails, too.
  virtual bool isFinal(DriverResult result) const = 0;

  Result<void> check(std::string_view doing) const;
  /// Only the first reason is stored.
  void markHung(const Error &why);
  /// A fault replaces a hang: after it nothing can be read any more.
  void markDead(const Error &why);

  DriverFunctions m_functions;
  double m_copySeconds;
  Condition m_condition = Condition::Healthy;
  Error m_why; ///< error by which the device was lost
  std::vector<Handle> m_busy;
};

/// An object of the driver. The destructor frees it by `free`, except on a lost device. Move-only.
template <class Value> class Owned {
public:
  Owned() = default;
  /// `free` is a function of the device's driver.
  Owned(std::shared_ptr<DeviceState> device, const DriverFunction<Value> &free, Value value)
      : m_device(std::move(device)), m_free(&free), m_value(value) {}
  Owned(Owned &&other) noexcept
      : m_device(std::move(other.m_device)), m_free(other.m_free),
        m_value(std::exchange(other.m_value, Value())) {}
  Owned &operator=(Owned &&other) noexcept {
    std::swap(m_device, other.m_device);
    std::swap(m_free, other.m_free);
    std::swap(m_value, other.m_value);
    return *this;
  }
  ~Owned() {
    if (m_value)
      m_device->release(*m_free, m_value);
  }
  Value get() const { return m_value; } ///< null if there is none
  explicit operator bool() const { return m_value != Value(); }

private:
  std::shared_ptr<DeviceState> m_device;
  const DriverFunction<Value> *m_free = nullptr;
  Value m_value{};
};

/// An open device. Copies share it. [one thread at a time]
class Device {
public:
  /// A kernel faulted or did not end: this process cannot use the device any more.
  bool isLost() const { return m_state->isLost(); }
  const std::shared_ptr<DeviceState> &deviceState() const { return m_state; } ///< for runtime/

protected:
  explicit Device(std::shared_ptr<DeviceState> state) : m_state(std::move(state)) {}

private:
  std::shared_ptr<DeviceState> m_state;
};

} // namespace pstudio::gpu
