// SPDX-License-Identifier: Apache-2.0
// Stores source files and code of kernels in the trace of a run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Of a launch: a file with the code of its kernel. Files beside it with the same name and another
/// ending of code ("k.ptx" beside "k.llir") belong to it, too.
inline constexpr std::string_view kCodeFileArg = "code.file";

/// Limits of the stored texts. A text that several files have counts once.
struct SourceLimits {
  uint64_t fileBytes = uint64_t{1} << 20;
  uint64_t allBytes = uint64_t{8} << 20;
  uint64_t files = 512;
};

/// Which files a run may store. Debug locations come from kernels of others and can name any file
/// of the machine, and users share traces. So only files below these roots and in this list are
/// stored.
struct StorableSources {
  std::vector<std::filesystem::path> roots; ///< folders; everything below them, with links followed
  std::set<std::filesystem::path> files;    ///< single files, absolute
};

/// The folder from which this process was started, as a root; none if it is the root of the file
/// system, below which every file lies.
std::optional<std::filesystem::path> startFolderRoot();

/// The start folder (startFolderRoot()) and `named`, made absolute. Fails with Io if the current
/// folder was deleted and a name is relative.
Result<std::vector<std::filesystem::path>>
sourceRootsOf(const std::vector<std::filesystem::path> &named);

/// The same trace with the texts of the files that it names, as far as they are storable and can be
/// read on this machine: of locations, and of kCodeFileArg (files of this program, always
/// storable). Files beyond the limits, and existing files that are not storable, are counted in a
/// note each. Texts that the trace has stay. Call it where a run ends: later the files may have
/// changed. O(arguments + bytes of the files).
Trace withStoredSources(Trace trace, const StorableSources &storable,
                        const SourceLimits &limits = {});

} // namespace pstudio
