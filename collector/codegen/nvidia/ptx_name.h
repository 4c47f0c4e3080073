// SPDX-License-Identifier: Apache-2.0
// Names that PTX allows.
#pragma once

#include <string>

#include "llvm/ADT/StringRef.h"

namespace pstudio::nvidia {

/// `name` with '_' for each character that PTX has in no name, and before a digit or a reserved
/// word (PTX ISA, "Identifiers"). Two names may become the same.
std::string ptxName(llvm::StringRef name);

} // namespace pstudio::nvidia
