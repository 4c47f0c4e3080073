// SPDX-License-Identifier: Apache-2.0
// The mathematical functions as they are written into device code, compiled for the host.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pstudio::test {

/// Owns the code. The chip's approximations are those of HostArithmetic.
class DeviceMathJit {
public:
  /// Compiles the functions of these names. Unsupported for one that does not exist.
  static Result<DeviceMathJit> compile(const std::vector<std::string> &names);
  DeviceMathJit(DeviceMathJit &&) noexcept;
  DeviceMathJit &operator=(DeviceMathJit &&) noexcept;
  ~DeviceMathJit();

  using Unary = float (*)(float);
  using Binary = float (*)(float, float);
  /// Null if it was not compiled. Valid as long as this object.
  Unary unary(std::string_view name) const { return reinterpret_cast<Unary>(address(name)); }
  Binary binary(std::string_view name) const { return reinterpret_cast<Binary>(address(name)); }

private:
  struct State;
  explicit DeviceMathJit(std::unique_ptr<State> state);
  uintptr_t address(std::string_view name) const;
  std::unique_ptr<State> m_state;
};

} // namespace pstudio::test
