// SPDX-License-Identifier: Apache-2.0
// The kernel and the modes of a seed.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tests/collector/generated/generated_case.h"
#include "tests/collector/generated/make_kernel.h"

namespace pstudio::test {

/// Modes that every kernel of a test runs in, and some of the others that follow from the seed.
std::vector<std::string> modesOf(uint64_t seed, size_t others);

/// The kernel and the form of a seed, as makeCase(). For hardware: what a GPU runs with the same
/// result as the interpreter.
Result<GeneratedCase> makeCaseOf(uint64_t seed, bool isForHardware,
                                 const std::filesystem::path &folder, const std::string &stem);

} // namespace pstudio::test
