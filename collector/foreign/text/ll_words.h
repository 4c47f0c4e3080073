// SPDX-License-Identifier: Apache-2.0
// Words of LLVM's assembly text that the installed LLVM supports.
#pragma once

#include <string>
#include <string_view>

namespace pstudio::foreign {

/// True if the word may stand among parameters, arguments and attributes of a function: an
/// attribute, a type, or a keyword of constants and functions that the installed LLVM reads.
bool isKnownSignatureWord(std::string_view word);

/// True if the word is an attribute that the installed LLVM supports.
bool isKnownAttribute(std::string_view word);

/// True if the word is a location of `memory(...)`, or an access kind.
bool isKnownMemoryWord(std::string_view word);

/// A data layout string without the parts that the installed LLVM rejects; the same string if it
/// accepts all.
std::string knownDataLayout(std::string_view layout);

/// True if the installed LLVM has the DWARF constant (DW_LANG_..., DW_ATE_..., DW_TAG_...).
bool isKnownDwarfName(std::string_view name);

} // namespace pstudio::foreign
