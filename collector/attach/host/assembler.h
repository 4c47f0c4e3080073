// SPDX-License-Identifier: Apache-2.0
// NVIDIA's assembler, where the program's own compiler cannot make a twin.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "collector/attach/host/backend.h"

namespace pstudio::attach {

/// Origin of the PTX to assemble.
enum class PtxOrigin {
  Triton, ///< LLVM IR of Triton
  Image,  ///< the program's image, or NVRTC
  Xla,    ///< XLA in the program
};

/// All ptxas of the machine, each once, in the order of findAssembler().
std::vector<std::filesystem::path> findAssemblers(const Environment &environment,
                                                  const PythonProgram &python, PtxOrigin origin);

/// A ptxas; none if there is none. TRITON_PTXAS_PATH comes first. For PTX of Triton: Triton's in the
/// folders of the interpreter, CUDA_HOME, CUDA_PATH, /usr/local/cuda, PATH. For PTX of an image,
/// which may be of a later CUDA than Triton's, the toolkit's come before Triton's. For PTX of XLA
/// those of NVIDIA's Python packages, which XLA itself runs, come before these; for others last.
std::optional<std::filesystem::path> findAssembler(const Environment &environment,
                                                   const PythonProgram &python, PtxOrigin origin);

/// "sm_90a" of a PTX text; empty if it names none.
std::string targetOf(std::string_view ptx);

} // namespace pstudio::attach
