// SPDX-License-Identifier: Apache-2.0
// LLVM's printer, and one replacement in what it wrote.
#include "collector/foreign/ll_printer.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

namespace pstudio::foreign {
namespace {

void dropEquivalents(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (function.hasFnAttribute(kDenormalAttribute)) {
      function.removeFnAttr("denormal-fp-math");
      function.removeFnAttr("denormal-fp-math-f32");
    }
}

} // namespace

std::string printForNewerLlvm(llvm::Module &module) {
  dropEquivalents(module);
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  const std::string begin = std::string("\"") + kDenormalAttribute + "\"=\"";
  for (size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
    const size_t value = at + begin.size();
    const size_t end = text.find('"', value);
    text.replace(at, end + 1 - at, kDenormalAttribute + text.substr(value, end - value));
  }
  return text;
}

} // namespace pstudio::foreign
