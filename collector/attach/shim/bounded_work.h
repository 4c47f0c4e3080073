// SPDX-License-Identifier: Apache-2.0
// Work that may block for ever, in a thread that its caller need not wait for.
#pragma once

#include <cstdint>
#include <functional>

namespace pstudio::attach {

/// Does `work` in a new thread, which blocks all signals and in which hooks note nothing, and waits
/// for it, at most `milliseconds`. False if it is not done by then: what it uses has to live on.
bool doWithin(uint32_t milliseconds, std::function<void()> work);

} // namespace pstudio::attach
