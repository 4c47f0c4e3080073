// SPDX-License-Identifier: Apache-2.0
// Which of several PTX modules the machine code of a kernel was made from. Compilers such as XLA
// use the same name for kernels of different code.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "collector/attach/host/dumped_modules.h"
#include "collector/attach/host/kernel_files.h"

namespace pstudio::attach {

/// Form of machine code.
enum class CubinForm {
  Whole,       ///< of one module
  Relocatable, ///< to be linked with that of other modules
};

/// The cubin of a module for an architecture ("sm_90a"); an error if the assembler rejects it.
using AssembleModule = std::function<Result<std::string>(
    const DumpedModule &module, const std::string &architecture, CubinForm form)>;

struct DumpedChoice {
  std::shared_ptr<const DumpedModule> module; ///< null: none
  std::string architecture;                   ///< for which the running code was assembled
  bool isProven = false; ///< an assembler made exactly the running code from the module
  CodeProblem problem;   ///< valid if there is no module
};

/// Chooses among modules of different text that define the kernel. A module fits if its kernels are
/// kernels of the cubin, and if its target, the size of the kernel's parameters and its block are
/// those of the cubin. Of modules that fit, the one from which one of the assemblers makes the
/// running code is chosen; where the cubin may be linked, by the instructions of relocatable code.
/// Without that proof the only module that fits is chosen whose group has exactly the kernels of
/// the cubin; several of different text are ambiguous (code.ambiguous). [thread: any]
DumpedChoice chooseModule(std::string_view cubin, std::string_view kernel,
                          std::span<const std::shared_ptr<const DumpedModule>> modules,
                          std::span<const AssembleModule> assemblers);

} // namespace pstudio::attach
