// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cuda/context.h"

#include <utility>

#include "collector/runtime/cuda/context_state.h"

namespace pstudio::cuda {

Result<Context> Context::open(std::shared_ptr<const Driver> driver, uint32_t device) {
  PSTUDIO_TRY_ASSIGN(auto state, ContextState::create(std::move(driver), device));
  return Context(std::move(state));
}

const DeviceInfo &Context::device() const {
  return state()->device();
}

const Driver &Context::driver() const {
  return state()->driver();
}

void *Context::handle() const {
  return state()->handle();
}

std::shared_ptr<ContextState> Context::state() const {
  return std::static_pointer_cast<ContextState>(deviceState());
}

} // namespace pstudio::cuda
