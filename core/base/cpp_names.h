// SPDX-License-Identifier: Apache-2.0
// Names of C++ functions as they are in the source.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace pstudio {

/// Limit of the growth of a name when it is demangled.
enum class NameGrowth : uint8_t {
  Any,     ///< for names from a program
  Limited, ///< for names from a file: see demangled()
};

/// The C++ name of a mangled one (Itanium ABI); any other name as it is.
///
/// References to earlier parts of a mangled name and expansions of packs multiply the result: a
/// name of 120 bytes can need gigabytes. With Limited a name stays mangled if it has more than 1024
/// bytes, more than 24 references (an expansion counts as 12) or a result of more than 64 KiB. The
/// demangler then needs megabytes at most: r references to whole parts multiply a text by up to
/// 3^(r/3), an expansion by the elements of a pack.
std::string demangled(const std::string &name, NameGrowth growth = NameGrowth::Limited);

/// A demangled name without result type, parameters and anonymous namespaces, of at most `most`
/// characters: longer ones have "..." in place of the middle. A name that is not mangled keeps its
/// parts. Different functions may have one brief name. For names from a program, not from a file:
/// references are not limited.
std::string briefName(const std::string &name, size_t most = 100);

} // namespace pstudio
