// SPDX-License-Identifier: Apache-2.0
// Queries LLVM where it has an interface, and otherwise uses a table of keywords.
#include "collector/foreign/text/ll_words.h"

#include <algorithm>
#include <array>

#include "llvm/ADT/StringRef.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/Support/Error.h"

namespace pstudio::foreign {
namespace {

llvm::StringRef ref(std::string_view text) {
  return {text.data(), text.size()};
}

// From LLVM 19's LLLexer.cpp and LLParser.cpp: words that may appear in a signature or in an
// argument list besides attributes. Sorted.
constexpr std::array<std::string_view, 104> kKeywords = {
    "add",
    "addrspace",
    "addrspacecast",
    "align",
    "aliasee",
    "alignstack",
    "allocsize",
    "any",
    "appending",
    "asm",
    "available_externally",
    "bfloat",
    "bitcast",
    "blockaddress",
    "byref",
    "byval",
    "c",
    "cc",
    "ccc",
    "cfguard_checkcc",
    "coldcc",
    "comdat",
    "common",
    "constant",
    "dllexport",
    "dllimport",
    "double",
    "dso_local",
    "dso_local_equivalent",
    "dso_preemptable",
    "elementtype",
    "extern_weak",
    "external",
    "extractelement",
    "false",
    "fastcc",
    "float",
    "fp128",
    "from",
    "gc",
    "getelementptr",
    "half",
    "hidden",
    "inalloca",
    "inbounds",
    "initializes",
    "inrange",
    "insertelement",
    "intel_ocl_bicc",
    "inteldialect",
    "internal",
    "inttoptr",
    "label",
    "linkonce",
    "linkonce_odr",
    "local_unnamed_addr",
    "metadata",
    "mul",
    "msp430_intrcc",
    "no_cfi",
    "none",
    "nsw",
    "null",
    "nusw",
    "nuw",
    "opaque",
    "partition",
    "personality",
    "poison",
    "ppc_fp128",
    "preallocated",
    "prefix",
    "preserve_allcc",
    "preserve_mostcc",
    "private",
    "prologue",
    "protected",
    "ptr",
    "ptrauth",
    "ptrtoint",
    "ptx_device",
    "ptx_kernel",
    "section",
    "shl",
    "shufflevector",
    "sideeffect",
    "spir_func",
    "spir_kernel",
    "splat",
    "sret",
    "sub",
    "tailcc",
    "target",
    "to",
    "token",
    "true",
    "trunc",
    "type",
    "undef",
    "unnamed_addr",
    "unwind",
    "vscale",
    "void",
    "weak",
};

constexpr std::array<std::string_view, 8> kMoreKeywords = {
    "weak_odr", "x", "x86_amx", "x86_fp80", "x86_mmx", "xor", "zeroinitializer", "amdgpu_kernel"};

bool isIntegerType(std::string_view word) {
  return word.size() > 1 && word[0] == 'i' &&
         std::all_of(word.begin() + 1, word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

bool isKnownAttribute(std::string_view word) {
  return llvm::Attribute::getAttrKindFromName(ref(word)) != llvm::Attribute::None;
}

bool isKnownSignatureWord(std::string_view word) {
  return isIntegerType(word) || isKnownAttribute(word) || word == "..." ||
         std::ranges::find(kKeywords, word) != kKeywords.end() ||
         std::ranges::find(kMoreKeywords, word) != kMoreKeywords.end();
}

bool isKnownMemoryWord(std::string_view word) {
  static constexpr std::array<std::string_view, 6> kWords = {
      "none", "read", "write", "readwrite", "argmem", "inaccessiblemem"};
  return std::ranges::find(kWords, word) != kWords.end();
}

std::string knownDataLayout(std::string_view layout) {
  std::string result;
  llvm::StringRef rest = ref(layout);
  while (!rest.empty()) {
    const auto [part, after] = rest.split('-');
    rest = after;
    auto parsed = llvm::DataLayout::parse(part);
    if (!parsed) {
      llvm::consumeError(parsed.takeError());
      continue;
    }
    result += (result.empty() ? "" : "-") + part.str();
  }
  return result;
}

bool isKnownDwarfName(std::string_view name) {
  const llvm::StringRef text = ref(name);
  if (text.starts_with("DW_LANG_"))
    return llvm::dwarf::getLanguage(text) != 0;
  if (text.starts_with("DW_ATE_"))
    return llvm::dwarf::getAttributeEncoding(text) != 0;
  if (text.starts_with("DW_TAG_"))
    return llvm::dwarf::getTag(text) != llvm::dwarf::DW_TAG_invalid;
  return true;
}

} // namespace pstudio::foreign
