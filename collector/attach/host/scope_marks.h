// SPDX-License-Identifier: Apache-2.0
// Marks of scopes in kernels that a program of Triton compiles.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/process/environment.h"

namespace pstudio::attach {

/// Lets Triton's kernels be compiled with marks of their scopes (proton_studio/_scopes.py), in
/// caches of their own below `folder`: the program's own caches are neither read nor written. The
/// mode of Triton's instrumentation, which is part of the keys of its cache, stays the user's if
/// there is one; kernels then have no marks.
void markKernelScopes(Environment &environment, const std::filesystem::path &folder);

/// The folder for these caches: below that of instrumented kernels; without it in `raw`.
std::filesystem::path markedCacheFolder(bool usesCache, const std::filesystem::path &raw);

/// True if LLVM IR has marks of scopes. O(text).
bool hasScopeMarks(std::string_view llvmIr);

} // namespace pstudio::attach
