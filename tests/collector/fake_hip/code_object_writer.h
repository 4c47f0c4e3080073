// SPDX-License-Identifier: Apache-2.0
// Code objects without code: an ELF file with the metadata of one kernel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collector/runtime/hip/code_object.h"

namespace pstudio::test {

/// A layout with one argument per entry of `argumentBytes`, aligned to its size: an address for 8
/// bytes, otherwise a scalar. The arguments are followed by the hidden arguments of code object
/// version 5.
hip::KernelLayout layoutWith(const std::string &entry, const std::vector<uint32_t> &argumentBytes);

/// An ELF file whose notes contain `layout`.
std::string codeObjectOf(const hip::KernelLayout &layout);

} // namespace pstudio::test
