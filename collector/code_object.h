// SPDX-License-Identifier: Apache-2.0
// Instrumented code objects of AMD's GPUs, for programs that launch their kernels themselves.
#pragma once

#include "collector/instrument.h"

namespace pstudio {

/// The only kernel of a file of LLVM IR, with records as instrumentFile() adds them, compiled by
/// this build's LLVM: InstrumentedFile::text is the code object. The request names the architecture
/// ("gfx942") and the block; with the mode `none` the kernel has no records. InvalidInput if one is
/// missing, or if the file has several kernels; Unsupported for other files, for kernels of another
/// GPU, without a linker, and in a build without AMD GPUs. [thread: any]
Result<InstrumentedFile> instrumentedCodeObject(const InstrumentRequest &request);

} // namespace pstudio
