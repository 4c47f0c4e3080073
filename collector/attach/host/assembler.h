// SPDX-License-Identifier: Apache-2.0
// NVIDIA's assembler, where the program's own compiler cannot make a twin.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "collector/attach/host/backend.h"

namespace pstudio::attach {

/// A ptxas: TRITON_PTXAS_PATH, Triton's in the folders of the interpreter, CUDA_HOME, CUDA_PATH,
/// /usr/local/cuda, PATH; none if there is none.
std::optional<std::filesystem::path> findAssembler(const Environment &environment,
                                                   const PythonProgram &python);

/// "sm_90a" of a PTX text; empty if it names none.
std::string targetOf(std::string_view ptx);

} // namespace pstudio::attach
