// SPDX-License-Identifier: Apache-2.0
// Functions of a PTX module and their calls, without reading its instructions.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/image/architecture.h"

namespace pstudio::image {

/// Symbols that a kernel uses, itself or through functions that it calls.
struct PtxUses {
  bool isIndirect = false;  ///< a call through a register
  std::string deviceLaunch; ///< a function that launches kernels from the device; empty: none
  std::string external;     ///< a function that the module does not define; empty: none
};

/// Functions of a module by name. It refers to the text, which must outlive it.
class PtxOutline {
public:
  /// Any text is read without an error; what is no function is skipped. O(text). [thread: any]
  explicit PtxOutline(std::string_view text);

  Architecture target() const { return m_target; } ///< of .target; number 0: there is none
  /// True if the module defines the kernel.
  bool hasKernel(std::string_view name) const;
  /// True if the kernel fixes the size of its CTAs (.reqntid).
  bool hasBlock(std::string_view kernel) const;
  /// True if the module declares variables, textures or samplers, which its functions share with
  /// others.
  bool hasVariables() const { return m_hasVariables; }
  /// The module's text, in which bodies of other kernels only have their line ends: the compiler
  /// skips them, and all lines keep their numbers. The whole text of a module whose debug sections
  /// refer to labels of bodies. O(text)
  std::string textFor(std::string_view kernel) const;
  /// O(text) for each kernel. Nothing for an unknown kernel.
  PtxUses usesOf(std::string_view kernel) const;

private:
  struct Function {
    bool isKernel = false;
    bool isDefined = false;
    bool hasBlock = false;
    std::string_view body;
  };
  class Reader;

  std::string_view m_text;
  bool m_hasDebugInfo = false; ///< a section .debug_info
  bool m_hasVariables = false;
  std::map<std::string_view, Function> m_functions;
  Architecture m_target;
};

} // namespace pstudio::image
