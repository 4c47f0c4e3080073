// SPDX-License-Identifier: Apache-2.0
// Names that PTX allows.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::nvidia {

/// Renames the functions and globals of a module whose names PTX does not allow: anything but
/// letters, digits, '_' and '$' becomes '_'. The back end would end the process for some of them.
void useValidNames(llvm::Module &module);

} // namespace pstudio::nvidia
