// SPDX-License-Identifier: Apache-2.0
// One pass over the tokens outside of bodies.
#include "core/ptx/module.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "core/base/text_position.h"

namespace pstudio::ptx {
namespace {

constexpr std::array<std::pair<std::string_view, uint32_t>, 23> kTypes{
    {{"pred", 1}, {"b8", 8},     {"u8", 8},      {"s8", 8},          {"b16", 16},    {"u16", 16},
     {"s16", 16}, {"f16", 16},   {"bf16", 16},   {"b32", 32},        {"u32", 32},    {"s32", 32},
     {"f32", 32}, {"f16x2", 32}, {"bf16x2", 32}, {"b64", 64},        {"u64", 64},    {"s64", 64},
     {"f64", 64}, {"b128", 128}, {"texref", 64}, {"samplerref", 64}, {"surfref", 64}}};

constexpr std::array<std::string_view, 7> kSpaces{"param", "global", "shared", "const",
                                                  "local", "tex",    "reg"};

std::optional<uint64_t> numberOf(std::string_view text) {
  const bool isHex = text.starts_with("0x") || text.starts_with("0X");
  if (isHex)
    text.remove_prefix(2);
  if (text.ends_with('U'))
    text.remove_suffix(1);
  uint64_t value = 0;
  const char *end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, isHex ? 16 : 10);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

/// a * b, or the largest number.
uint64_t saturatedProduct(uint64_t a, uint64_t b) {
  uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/// The product of the lengths "[4][8]"; 0 if one is missing.
uint64_t lengthAt(Scanner &scanner) {
  uint64_t length = 1;
  while (scanner.peek().is("[")) {
    scanner.next();
    uint64_t one = 0;
    for (Token token = scanner.next(); !token.is("]") && token.kind != Token::Kind::End;
         token = scanner.next())
      one = numberOf(token.text).value_or(0);
    length = saturatedProduct(length, one);
  }
  return length;
}

/// Reads the declarations of a module.
class ModuleReader {
public:
  ModuleReader(std::string_view text, std::string_view name) : m_scanner(text), m_name(name) {
    m_module.text = text;
  }

  Result<Module> run() {
    for (Token token = m_scanner.next(); token.kind != Token::Kind::End; token = m_scanner.next()) {
      if (token.is(";"))
        continue;
      if (token.kind != Token::Kind::Directive)
        return reject(token, "\"" + std::string(token.text.substr(0, 40)) +
                                 "\" is not the start of a declaration");
      PSTUDIO_TRY(readTopLevel(token));
    }
    if (m_module.version.empty() || m_module.architecture.empty())
      return fail(ErrorCode::InvalidFormat, "a PTX module needs .version and .target",
                  placeText(m_name, TextPosition()));
    return std::move(m_module);
  }

private:
  tl::unexpected<Error> reject(const Token &at, std::string message) const {
    return fail(ErrorCode::InvalidFormat, std::move(message),
                placeText(m_name, textPosition(m_module.text, at.offset)));
  }

  Result<void> readTopLevel(const Token &first) {
    if (first.is(".version")) {
      m_module.version = m_scanner.next().text;
    } else if (first.is(".target")) {
      readTarget();
    } else if (first.is(".address_size")) {
      m_scanner.next();
    } else if (first.is(".file")) {
      return readFile(first);
    } else if (first.is(".loc")) {
      skipLine();
    } else if (first.is(".section")) {
      return skipSection(first);
    } else {
      return readDeclared(first);
    }
    m_module.firstDeclaration = m_scanner.offset();
    return {};
  }

  void readTarget() {
    m_module.architecture = m_scanner.next().text;
    while (m_scanner.peek().is(",")) {
      m_scanner.next();
      m_module.targets.push_back(m_scanner.next().text);
    }
  }

  /// .file 1 "a.cu", 1700000000, 125
  Result<void> readFile(const Token &first) {
    const std::optional<uint64_t> number = numberOf(m_scanner.next().text);
    const Token path = m_scanner.next();
    if (!number || *number > UINT32_MAX || path.kind != Token::Kind::String || path.text.size() < 2)
      return reject(first, ".file needs a number and a path");
    m_module.files.emplace_back(static_cast<uint32_t>(*number),
                                path.text.substr(1, path.text.size() - 2));
    while (m_scanner.peek().is(",")) {
      m_scanner.next();
      m_scanner.next();
    }
    return {};
  }

  void skipLine() {
    m_scanner.seek(std::min(m_module.text.find('\n', m_scanner.offset()), m_module.text.size()));
  }

  Result<void> skipSection(const Token &first) {
    for (Token token = m_scanner.next(); !token.is("{"); token = m_scanner.next())
      if (token.kind == Token::Kind::End || token.is(";"))
        return reject(first, "a section needs {");
    return skipBraces(first);
  }

  /// Up to the '}' of the '{' that was just read.
  Result<void> skipBraces(const Token &first) {
    for (size_t depth = 1; depth != 0;) {
      const Token token = m_scanner.next();
      if (token.kind == Token::Kind::End)
        return reject(first, "a { of this declaration has no }");
      depth += token.is("{") ? 1 : 0;
      depth -= token.is("}") ? 1 : 0;
    }
    return {};
  }

  /// A function or variables, or a directive that ends with ';'.
  Result<void> readDeclared(const Token &first) {
    bool isVariable = false;
    for (Token token = first;; token = m_scanner.next()) {
      if (token.is(".entry") || token.is(".func"))
        return readFunction(first, token.is(".entry"));
      if (token.kind == Token::Kind::End)
        return reject(first, "this declaration does not end");
      if (token.is("{"))
        PSTUDIO_TRY(skipBraces(first));
      if (token.is(";"))
        break;
      isVariable = isVariable || token.is(".global") || token.is(".const") || token.is(".shared") ||
                   token.is(".tex") || token.is(".local");
    }
    if (isVariable)
      addVariables({first.offset, m_scanner.offset()});
    return {};
  }

  /// ".global .b32 a, b[4];"
  void addVariables(TextRange range) {
    std::optional<Declaration> one = readDeclaration(m_module.text, range);
    if (!one)
      return;
    const bool isInitialised =
        m_module.text.substr(range.begin, range.end - range.begin).find('=') !=
        std::string_view::npos;
    m_module.variables.push_back(*one);
    if (isInitialised)
      return;
    // Further names share the type of the first one.
    Scanner scanner(m_module.text, {one->nameRange.end, range.end});
    for (Token token = scanner.next(); token.kind != Token::Kind::End; token = scanner.next()) {
      if (!token.is(",") || scanner.peek().kind != Token::Kind::Word)
        continue;
      Declaration next = *one;
      const Token word = scanner.next();
      next.name = word.text;
      next.nameRange = {word.offset, word.end()};
      readLength(scanner, next);
      m_module.variables.push_back(next);
    }
  }

  static void readLength(Scanner &scanner, Declaration &declaration) {
    const uint64_t element = bitsOfType(declaration.type) / 8;
    declaration.isArray = scanner.peek().is("[");
    declaration.bytes = element;
    if (declaration.isArray)
      declaration.bytes = saturatedProduct(element, lengthAt(scanner));
  }

  //===--- Functions -------------------------------------------------------------------------===//

  Result<void> readFunction(const Token &first, bool isEntry) {
    Function function;
    function.isEntry = isEntry;
    function.range.begin = first.offset;
    PSTUDIO_TRY(readName(first, function));
    if (m_scanner.peek().is("(")) {
      PSTUDIO_TRY_ASSIGN(const TextRange list, readParentheses(first));
      function.parameterList = list;
      addParameters(list, function);
    }
    for (Token token = m_scanner.next();; token = m_scanner.next()) {
      if (token.kind == Token::Kind::End)
        return reject(first, "this function does not end");
      if (token.is(";"))
        break;
      if (token.is("{")) {
        function.isDefined = true;
        function.body.begin = token.end();
        PSTUDIO_TRY(skipBraces(first));
        function.body.end = m_scanner.offset() - 1;
        break;
      }
      readLaunchBounds(token, function);
    }
    function.range.end = m_scanner.offset();
    m_module.functions.push_back(std::move(function));
    return {};
  }

  /// The name, after attributes and the results in parentheses.
  Result<void> readName(const Token &first, Function &function) {
    for (;;) {
      if (m_scanner.peek().is("(")) {
        PSTUDIO_TRY(readParentheses(first));
        continue;
      }
      const Token token = m_scanner.next();
      if (token.kind == Token::Kind::Directive)
        continue;
      if (token.kind != Token::Kind::Word)
        return reject(token, "a function needs a name");
      function.name = token.text;
      function.nameEnd = token.end();
      return {};
    }
  }

  /// Between '(', which is next, and its ')'.
  Result<TextRange> readParentheses(const Token &first) {
    TextRange range{m_scanner.next().end(), 0};
    for (size_t depth = 1;;) {
      const Token token = m_scanner.next();
      if (token.kind == Token::Kind::End || token.is("{") || token.is("}"))
        return reject(first, "a ( of this function has no )");
      depth += token.is("(") ? 1 : 0;
      depth -= token.is(")") ? 1 : 0;
      range.end = token.offset;
      if (depth == 0)
        return range;
    }
  }

  void addParameters(TextRange list, Function &function) const {
    Scanner scanner(m_module.text, list);
    size_t begin = list.begin;
    for (;;) {
      const Token token = scanner.next();
      if (!token.is(",") && token.kind != Token::Kind::End)
        continue;
      const TextRange range{begin, std::min(token.offset, list.end)};
      if (std::optional<Declaration> one = readDeclaration(m_module.text, range))
        function.parameters.push_back(*one);
      if (token.kind == Token::Kind::End)
        return;
      begin = token.end();
    }
  }

  void readLaunchBounds(const Token &directive, Function &function) {
    std::optional<Extent> *extent = directive.is(".reqntid")             ? &function.requiredBlock
                                    : directive.is(".maxntid")           ? &function.largestBlock
                                    : directive.is(".reqnctapercluster") ? &function.cluster
                                                                         : nullptr;
    if (!extent)
      return;
    Extent read{1, 1, 1};
    for (uint32_t &one : read) {
      one = static_cast<uint32_t>(
          std::min<uint64_t>(numberOf(m_scanner.peek().text).value_or(1), UINT32_MAX));
      if (m_scanner.peek().kind == Token::Kind::Number)
        m_scanner.next();
      if (!m_scanner.peek().is(","))
        break;
      m_scanner.next();
    }
    *extent = read;
  }

  Scanner m_scanner;
  std::string_view m_name;
  Module m_module;
};

} // namespace

bool Module::isForDebugger() const {
  return std::find(targets.begin(), targets.end(), "debug") != targets.end();
}

const Function *Module::entry(std::string_view name) const {
  for (const Function &function : functions)
    if (function.isEntry && function.isDefined && function.name == name)
      return &function;
  return nullptr;
}

Result<Module> readModule(std::string_view text, std::string_view name) {
  if (text.size() > kMaxModuleBytes)
    return fail(ErrorCode::InvalidFormat,
                "the PTX module has " + std::to_string(text.size()) + " bytes, the limit is " +
                    std::to_string(kMaxModuleBytes),
                std::string(name));
  return ModuleReader(text, name).run();
}

std::optional<Declaration> readDeclaration(std::string_view text, TextRange range) {
  Scanner scanner(text, range);
  Declaration declaration;
  declaration.range = range;
  for (Token token = scanner.next(); token.kind != Token::Kind::End; token = scanner.next()) {
    const std::string_view word = token.text.substr(std::min<size_t>(1, token.text.size()));
    if (token.is("(")) { // of an attribute
      while (!token.is(")") && token.kind != Token::Kind::End)
        token = scanner.next();
    } else if (token.is(".align")) {
      scanner.next();
    } else if (token.is(".extern")) {
      declaration.isExtern = true;
    } else if (token.is(".ptr")) { // the space and alignment of what it points to follow
      const Token space = scanner.peek();
      if (space.is(".global") || space.is(".shared") || space.is(".const") || space.is(".local"))
        scanner.next();
    } else if (token.kind == Token::Kind::Directive && declaration.space.empty() &&
               std::find(kSpaces.begin(), kSpaces.end(), word) != kSpaces.end()) {
      declaration.space = word;
    } else if (token.kind == Token::Kind::Directive && bitsOfType(word) != 0) {
      declaration.type = word;
    } else if (token.kind == Token::Kind::Word) {
      declaration.name = token.text;
      declaration.nameRange = {token.offset, token.end()};
      declaration.isArray = scanner.peek().is("[");
      declaration.bytes = saturatedProduct(bitsOfType(declaration.type) / 8, lengthAt(scanner));
      return declaration;
    }
  }
  return std::nullopt;
}

uint32_t bitsOfType(std::string_view type) {
  for (const auto &[name, bits] : kTypes)
    if (name == type)
      return bits;
  return 0;
}

} // namespace pstudio::ptx
