// SPDX-License-Identifier: Apache-2.0
// Files as other programs write them: PyTorch's profiler, programs with the Perfetto SDK.
#pragma once

#include <cstdint>

namespace pstudio::bench {

/// Chrome JSON in the style of PyTorch's profiler: operators with arguments, launches, kernels and
/// their arrows, about 480 bytes for each of `slices`.
void writePyTorchJson(uint64_t slices, const char *path);

/// Perfetto packets in the style of the Perfetto SDK: begin and end events of nested slices on 32
/// threads, with interned names and categories; about 30 bytes for each packet.
void writeSdkPftrace(uint64_t slices, const char *path);

} // namespace pstudio::bench
