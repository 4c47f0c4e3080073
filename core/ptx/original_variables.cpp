// SPDX-License-Identifier: Apache-2.0
#include "core/ptx/original_variables.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>

#include "core/ptx/variable_rewriter.h"
#include "core/ptx/variable_uses.h"

namespace pstudio::ptx {
namespace {

/// Constant memory of a module, at most [bytes] (PTX ISA, "Constant State Space").
constexpr uint64_t kConstantBytes = 64 * 1024;
constexpr uint64_t kCellBytes = 8;
constexpr std::string_view kRegisterPrefix = "%pstudio_address";
/// Declarations with one of these are found by their name already, or are of another module.
constexpr std::array<std::string_view, 4> kLinkage{".visible", ".weak", ".common", ".extern"};

using Variables = std::vector<const Declaration *>;

tl::unexpected<Error> cannotShare(const Declaration &variable, const std::string &why) {
  return fail(ErrorCode::Unsupported, std::string(variable.name) + " " + why);
}

/// Rewrites one module for one entry.
class ModuleRewriter {
public:
  ModuleRewriter(const Module &module, const Function &entry, std::string_view name)
      : m_module(module), m_entry(entry), m_name(name) {
    for (const Function &function : module.functions)
      m_functions.insert(function.name);
  }

  Result<SharedModule> run() {
    const Reached reached = reachedFrom(m_module, m_entry);
    for (const Declaration *variable : reached.variables)
      if (!isCompilerConstant(m_module, *variable)) {
        PSTUDIO_TRY(check(*variable));
        m_variables.push_back(variable);
        (variable->space == "global" ? m_names.addressed : m_names.constants)
            .insert(variable->name);
      }
    if (m_variables.empty())
      return SharedModule{std::string(m_module.text), {}};
    m_names.registerPrefix = kRegisterPrefix;
    if (m_module.text.find(addressCell("")) != std::string_view::npos ||
        m_module.text.find(kRegisterPrefix) != std::string_view::npos)
      return fail(ErrorCode::Unsupported, "the module has the names of this rewriting");
    PSTUDIO_TRY(rewriteFunctions(reached));
    PSTUDIO_TRY(checkSpace());
    rewriteDeclarations();
    return SharedModule{editedText(), list()};
  }

private:
  Result<void> check(const Declaration &variable) const {
    if (variable.isExtern)
      return cannotShare(variable, "is a variable of another module");
    if (variable.type.ends_with("ref"))
      return cannotShare(variable, "is a texture, sampler or surface");
    if (variable.bytes == 0)
      return cannotShare(variable, "has no size");
    const NameSet named = namesIn(m_module.text, initialiserOf(m_module, variable), m_functions);
    if (!named.empty())
      return cannotShare(variable, "contains the address of the function " +
                                       std::string(*named.begin()) +
                                       ", which is the original's code");
    return {};
  }

  /// Code that is not reached names the cells, too: the definition is gone.
  Result<void> rewriteFunctions(const Reached &reached) {
    NameSet all = m_names.addressed;
    all.insert(m_names.constants.begin(), m_names.constants.end());
    const RewrittenNames unreached{m_names.addressed, {}, m_names.registerPrefix};
    const std::unordered_set<const Function *> reachedFunctions(reached.functions.begin(),
                                                                reached.functions.end());
    for (const Function &function : m_module.functions) {
      const bool isReached = reachedFunctions.contains(&function);
      // Its generic addresses may be of constant memory that it does not name.
      const bool converts = isReached && !m_names.constants.empty();
      if (function.isDefined && (converts || !namesIn(m_module.text, function.body, all).empty()))
        PSTUDIO_TRY(rewriteFunction(m_module, function, isReached ? m_names : unreached, m_name,
                                    m_edits, m_genericConstants));
    }
    return {};
  }

  Result<void> checkSpace() const {
    const uint64_t cells = kCellBytes * (m_names.addressed.size() + m_genericConstants.size());
    uint64_t used = 0;
    for (const Declaration &variable : m_module.variables)
      if (variable.space == "const")
        used += std::min(variable.bytes, kConstantBytes);
    if (cells == 0 || used + cells <= kConstantBytes)
      return {};
    return fail(ErrorCode::Unsupported,
                "the addresses of the variables take " + std::to_string(cells) +
                    " bytes of constant memory, of which the module uses " + std::to_string(used));
  }

  //===--- Declarations ----------------------------------------------------------------------===//

  void rewriteDeclarations() {
    const NameSet kept = keptDefinitions();
    std::unordered_set<size_t> removed; // a declaration may have several names
    for (const Declaration *variable : m_variables) {
      const bool isAddressed = variable->space == "global";
      if (isAddressed || m_genericConstants.contains(variable->name))
        m_edits.push_back({{variable->range.begin, variable->range.begin},
                           ".visible .const .align 8 .u64 " + addressCell(variable->name) + "; "});
      if (!isAddressed)
        makeVisible(*variable);
      else if (!kept.contains(variable->name) && removed.insert(variable->range.begin).second)
        m_edits.push_back({variable->range, linesOf(variable->range)});
    }
  }

  void makeVisible(const Declaration &variable) {
    Scanner scanner(m_module.text, {variable.range.begin, variable.nameRange.begin});
    for (Token token = scanner.next(); token.kind != Token::Kind::End; token = scanner.next())
      if (std::ranges::find(kLinkage, token.text) != kLinkage.end())
        return;
    m_edits.push_back({{variable.range.begin, variable.range.begin}, ".visible "});
  }

  std::string linesOf(TextRange range) const {
    const std::string_view text = m_module.text.substr(range.begin, range.end - range.begin);
    return std::string(static_cast<size_t>(std::ranges::count(text, '\n')), '\n');
  }

  /// Addressed variables whose definition other text names: debug sections, initialisers of
  /// variables that stay, and further names of the same declaration. It is storage without a use.
  NameSet keptDefinitions() const {
    NameSet kept = namesBetween();
    std::unordered_multimap<std::string_view, const Declaration *> replaced;
    for (const Declaration &variable : m_module.variables)
      if (m_names.addressed.contains(variable.name))
        replaced.emplace(variable.name, &variable);
      else
        kept.merge(namesIn(m_module.text, variable.range, m_names.addressed));
    std::vector<std::string_view> waiting(kept.begin(), kept.end());
    while (!waiting.empty()) {
      const auto [first, last] = replaced.equal_range(waiting.back());
      waiting.pop_back();
      for (auto each = first; each != last; ++each)
        for (const std::string_view name :
             namesIn(m_module.text, each->second->range, m_names.addressed))
          if (kept.insert(name).second)
            waiting.push_back(name);
    }
    return kept;
  }

  /// Names in the text outside of functions and declarations of variables.
  NameSet namesBetween() const {
    std::vector<TextRange> declared;
    for (const Function &function : m_module.functions)
      declared.push_back(function.range);
    for (const Declaration &variable : m_module.variables)
      declared.push_back(variable.range);
    std::ranges::sort(declared, {}, &TextRange::begin);
    NameSet names;
    size_t at = 0;
    for (const TextRange range : declared) {
      if (range.begin > at)
        names.merge(namesIn(m_module.text, {at, range.begin}, m_names.addressed));
      at = std::max(at, range.end);
    }
    names.merge(namesIn(m_module.text, {at, m_module.text.size()}, m_names.addressed));
    return names;
  }

  //===--- Result ----------------------------------------------------------------------------===//

  std::string editedText() {
    std::ranges::stable_sort(m_edits, {}, [](const TextEdit &edit) { return edit.range.begin; });
    std::string text;
    size_t at = 0;
    for (const TextEdit &edit : m_edits) {
      if (edit.range.begin > at)
        text += m_module.text.substr(at, edit.range.begin - at);
      text += edit.text;
      at = std::max(at, edit.range.end);
    }
    return text += m_module.text.substr(at);
  }

  std::vector<OriginalVariable> list() const {
    std::vector<OriginalVariable> variables;
    for (const Declaration *variable : m_variables) {
      const std::string name(variable->name);
      const bool isAddressed = variable->space == "global";
      if (!isAddressed)
        variables.push_back({VariableForm::Copied, name, variable->bytes, name});
      if (isAddressed || m_genericConstants.contains(variable->name))
        variables.push_back({VariableForm::Addressed, name, variable->bytes, addressCell(name)});
    }
    return variables;
  }

  const Module &m_module;
  const Function &m_entry;
  std::string_view m_name;
  NameSet m_functions;   ///< of the module, those that it only declares, too
  Variables m_variables; ///< that the entry reaches, without constants of the compiler
  RewrittenNames m_names;
  NameSet m_genericConstants;
  std::vector<TextEdit> m_edits;
};

} // namespace

Result<SharedModule> withOriginalVariables(const Module &module, std::string_view entry,
                                           std::string_view name) {
  const Function *function = module.entry(entry);
  if (!function)
    return fail(ErrorCode::InvalidInput, "the PTX module has no entry " + std::string(entry));
  return ModuleRewriter(module, *function, name).run();
}

} // namespace pstudio::ptx
