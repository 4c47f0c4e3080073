// SPDX-License-Identifier: Apache-2.0
// Names of C++ functions as they are in the source.
#pragma once

#include <cstddef>
#include <string>

namespace pstudio {

/// The most references to earlier parts of a mangled name that demangled() resolves in texts from
/// files: each can double the result, and a file of a few bytes must not need gigabytes.
constexpr size_t kMostNameReferences = 40;

/// The C++ name of a mangled one (Itanium ABI); any other name as it is, also one with more
/// references than `mostReferences`.
std::string demangled(const std::string &name, size_t mostReferences = kMostNameReferences);

/// A demangled name without result type, parameters and anonymous namespaces, of at most `most`
/// characters: longer ones have "..." in place of the middle. A name that is not mangled keeps its
/// parts. Different functions may have one brief name. For names from a program, not from a file:
/// references are not limited.
std::string briefName(const std::string &name, size_t most = 100);

} // namespace pstudio
