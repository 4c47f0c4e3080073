// SPDX-License-Identifier: Apache-2.0
// PTX of cubins that a compiler of the process has made, until the driver receives them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pstudio::attach {

struct CompiledSource {
  std::string ptx;
  std::vector<std::string> options; ///< of the compiler
};

/// Bytes of PTX that are kept; beyond it the oldest are dropped.
inline constexpr uint64_t kMaxSourceBytes = uint64_t{256} << 20;

// A program may compile before the driver is loaded, when no attachment exists, so these are kept
// for the process. [thread: any]

/// Keeps the PTX of the cubin with this SHA-256.
void keepSource(const std::string &cubinHash, CompiledSource source);
/// Removes and returns the PTX of a cubin; nullopt if none was kept.
std::optional<CompiledSource> takeSource(const std::string &cubinHash);

/// Keeps the options with which a program of the compiler was compiled, until forgetOptions.
void keepOptions(const void *program, std::vector<std::string> options);
std::vector<std::string> optionsOf(const void *program);
void forgetOptions(const void *program);

// Called before and after fork, so that the child has consistent data.
void lockSources();
void unlockSources();

} // namespace pstudio::attach
