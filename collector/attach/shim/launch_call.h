// SPDX-License-Identifier: Apache-2.0
// The parameters of a program's launch, independent of the driver function that it called.
#pragma once

#include <array>
#include <memory>

#include "collector/attach/protocol/messages.h"
#include "collector/vendor/cuda_types.h"

namespace pstudio::attach {

struct LaunchCall {
  CuFunction function = nullptr; ///< a CUfunction or a CUkernel
  Extents grid{1, 1, 1};
  Extents block{1, 1, 1};
  unsigned dynamicSharedBytes = 0;
  CuStream stream = nullptr; ///< as in functions with the legacy default stream
  void **parameters = nullptr;
  void **extra = nullptr;
  const CuLaunchConfig *config = nullptr; ///< of cuLaunchKernelEx; else null
  bool isCooperative = false;
  void *endOfExtra = kCuLaunchParamEnd; ///< the key that ends `extra`
  /// Of a node of a graph; else null. True after the launch: a later replay writes to the address
  /// of the records again.
  const bool *keepsRecords = nullptr;
};

/// Calls the driver function that the program called, with another kernel and other arguments; all
/// other parameters are unchanged. The callable must outlive this object.
class LaunchFunction {
public:
  template <class Callable>
  explicit LaunchFunction(const Callable &callable)
      : m_callable(&callable),
        m_call([](const void *self, CuFunction function, void **parameters, void **extra) {
          return (*static_cast<const Callable *>(self))(function, parameters, extra);
        }) {}

  CuResult operator()(CuFunction function, void **parameters, void **extra) const {
    return m_call(m_callable, function, parameters, extra);
  }

private:
  const void *m_callable;
  CuResult (*m_call)(const void *, CuFunction, void **, void **);
};

} // namespace pstudio::attach
