// SPDX-License-Identifier: Apache-2.0
// proton-select-functions: include and exclude.
#include "collector/passes/auto/passes.h"

#include <algorithm>
#include <string>

#include "collector/passes/auto/marked_functions.h"
#include "collector/passes/erase_annotations.h"
#include "core/base/glob.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONSELECTFUNCTIONS
#include "collector/passes/auto/passes.h.inc"

namespace {

class ProtonSelectFunctionsPass
    : public impl::ProtonSelectFunctionsBase<ProtonSelectFunctionsPass> {
public:
  using ProtonSelectFunctionsBase::ProtonSelectFunctionsBase;

  void runOnOperation() override {
    const automode::FunctionFilter filter{*include, *exclude};
    reportWithoutEffect("include", *include);
    reportWithoutEffect("exclude", *exclude);
    getOperation()->walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
      if (!filter.selects(function.getName()))
        eraseAnnotationsOf(function);
      return WalkResult::skip();
    });
  }

private:
  /// Patterns that no function with a body matches: misspelt ones record less, or more, than
  /// wanted.
  void reportWithoutEffect(StringRef key, ArrayRef<std::string> globs) {
    std::string names;
    llvm::SmallVector<StringRef> functions;
    getOperation()->walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
      if (!function.isExternal())
        functions.push_back(function.getName());
      return WalkResult::skip();
    });
    constexpr size_t kMostNames = 8;
    const size_t shown = std::min(functions.size(), kMostNames);
    for (size_t i = 0; i < shown; ++i)
      names += (i == 0 ? "" : ", ") + functions[i].str();
    if (shown < functions.size())
      names += " and " + std::to_string(functions.size() - shown) + " more";
    for (const std::string &glob : globs)
      if (llvm::none_of(functions, [&](StringRef name) { return matchesGlob(name, glob); }))
        emitWarning(getOperation()->getLoc())
            << key << "=" << glob << " matches no function: there are " << names;
  }
};

} // namespace
} // namespace pstudio
