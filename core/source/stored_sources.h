// SPDX-License-Identifier: Apache-2.0
// Source files and code of kernels put into the trace of a run, so that they go with it.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/trace/trace.h"

namespace pstudio {

/// Of a launch: a file with the code of its kernel. Files beside it with the same name and another
/// ending of code ("k.ptx" beside "k.llir") belong to it, too.
inline constexpr std::string_view kCodeFileArg = "code.file";

/// What is stored at most. A text that several files have counts once.
struct SourceLimits {
  uint64_t fileBytes = uint64_t{1} << 20;
  uint64_t allBytes = uint64_t{8} << 20;
  uint64_t files = 512;
};

/// The same trace with the texts of all files that it names, as far as they can be read on this
/// machine: of locations, and of kCodeFileArg. Files beyond the limits are counted in a note. Texts
/// that the trace has stay. Call it where a run ends: later the files may have changed.
/// O(arguments + bytes of the files).
Trace withStoredSources(Trace trace, const SourceLimits &limits = {});

} // namespace pstudio
