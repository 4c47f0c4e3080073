// SPDX-License-Identifier: Apache-2.0
// Names that PTX allows.
#pragma once

#include <string>

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::nvidia {

/// `name` with '_' for each character that PTX has in no name, and before a digit or a reserved
/// word (PTX ISA, "Identifiers"). Two names may become the same.
std::string ptxName(llvm::StringRef name);

/// Renames the functions and globals of a module whose names PTX does not allow: anything but
/// letters, digits, '_' and '$' becomes '_'. The back end would end the process for some of them.
void useValidNames(llvm::Module &module);

} // namespace pstudio::nvidia
