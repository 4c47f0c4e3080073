// SPDX-License-Identifier: Apache-2.0
#include "core/image/ptx_outline.h"

#include <algorithm>
#include <array>

#include "core/ptx/scanner.h"

namespace pstudio::image {
namespace {

using ptx::Scanner;
using ptx::Token;

bool isEnd(const Token &token) {
  return token.kind == Token::Kind::End;
}

/// Skips the rest of a group that was opened. \return the token that closes it, or the end
Token skipGroup(Scanner &scanner, std::string_view open, std::string_view close) {
  for (size_t depth = 1;;) {
    const Token token = scanner.next();
    depth += token.is(open) ? 1 : 0;
    depth -= token.is(close) ? 1 : 0;
    if (depth == 0 || isEnd(token))
      return token;
  }
}

/// The name after .entry or .func and the results of the latter.
std::string_view functionName(Scanner &scanner) {
  for (;;) {
    const Token token = scanner.next();
    if (token.is("("))
      skipGroup(scanner, "(", ")");
    else if (token.kind != Token::Kind::Directive) // an attribute
      return token.text;
  }
}

/// The name that a call statement calls, after the word call: a function, or a register.
std::string_view calleeName(Scanner &scanner) {
  Token token = scanner.next();
  if (token.is(".uni"))
    token = scanner.next();
  if (token.is("(")) {
    skipGroup(scanner, "(", ")");
    scanner.next(); // a comma
    token = scanner.next();
  }
  return token.text;
}

bool isDeviceLaunch(std::string_view name) {
  return name.starts_with("__cudaCDP2") || name.starts_with("cudaLaunchDevice") ||
         name.starts_with("cudaGetParameterBuffer");
}

/// Functions that the driver adds to each module (CUDA C++ Programming Guide, PTX Writer's Guide).
constexpr std::array<std::string_view, 4> kDriverFunctions{"vprintf", "malloc", "free",
                                                           "__assertfail"};

/// State spaces of variables that exist once for all CTAs.
constexpr std::array<std::string_view, 6> kSharedByCtas{".global", ".const",      ".tex",
                                                        ".texref", ".samplerref", ".surfref"};

} // namespace

/// Reads the statements outside of functions.
class PtxOutline::Reader {
public:
  Reader(PtxOutline &outline, std::string_view text)
      : m_outline(outline), m_text(text), m_scanner(text) {}

  void read() {
    for (Token token = m_scanner.next(); !isEnd(token); token = m_scanner.next()) {
      if (token.is(".target")) {
        if (const auto target = architectureFrom(m_scanner.next().text);
            target && m_outline.m_target.number == 0)
          m_outline.m_target = *target;
      } else if (token.is("{")) {
        skipGroup(m_scanner, "{", "}");
      } else if (token.is(".section")) {
        m_outline.m_hasDebugInfo = m_scanner.next().is(".debug_info") || m_outline.m_hasDebugInfo;
      } else if (token.is(".entry") || token.is(".func")) {
        readFunction(token.is(".entry"));
      } else if (std::ranges::find(kSharedByCtas, token.text) != kSharedByCtas.end()) {
        m_outline.m_hasVariables = true;
      }
    }
  }

private:
  void readFunction(bool isKernel) {
    Function function;
    function.isKernel = isKernel;
    const std::string_view name = functionName(m_scanner);
    Token token = m_scanner.next();
    for (; !isEnd(token) && !token.is("{") && !token.is(";"); token = m_scanner.next())
      function.hasBlock = function.hasBlock || token.is(".reqntid");
    if (token.is("{")) {
      const size_t begin = token.end();
      function.isDefined = true;
      function.body = m_text.substr(begin, skipGroup(m_scanner, "{", "}").offset - begin);
    }
    Function &known = m_outline.m_functions[name];
    if (!known.isDefined)
      known = function;
  }

  PtxOutline &m_outline;
  std::string_view m_text;
  Scanner m_scanner;
};

PtxOutline::PtxOutline(std::string_view text) : m_text(text) {
  Reader(*this, text).read();
}

bool PtxOutline::hasKernel(std::string_view name) const {
  const auto found = m_functions.find(name);
  return found != m_functions.end() && found->second.isKernel && found->second.isDefined;
}

bool PtxOutline::hasBlock(std::string_view kernel) const {
  const auto found = m_functions.find(kernel);
  return found != m_functions.end() && found->second.hasBlock;
}

std::string PtxOutline::textFor(std::string_view kernel) const {
  if (m_hasDebugInfo)
    return std::string(m_text);
  std::vector<std::string_view> omitted;
  for (const auto &[name, function] : m_functions)
    if (function.isKernel && function.isDefined && name != kernel)
      omitted.push_back(function.body);
  std::ranges::sort(omitted, {}, [](std::string_view body) { return body.data(); });
  std::string text;
  const char *at = m_text.data();
  for (const std::string_view body : omitted) {
    text.append(at, body.data());
    text += "ret;";
    text.append(static_cast<size_t>(std::ranges::count(body, '\n')), '\n');
    at = body.data() + body.size();
  }
  return text.append(at, m_text.data() + m_text.size());
}

PtxUses PtxOutline::usesOf(std::string_view kernel) const {
  PtxUses uses;
  std::set<std::string_view> seen{kernel};
  std::vector<std::string_view> waiting{kernel};
  const auto addCall = [&](std::string_view name) {
    const auto callee = m_functions.find(name);
    if (isDeviceLaunch(name))
      uses.deviceLaunch = name;
    else if (callee == m_functions.end())
      uses.isIndirect = true;
    else if (!callee->second.isDefined &&
             std::ranges::find(kDriverFunctions, name) == kDriverFunctions.end())
      uses.external = name;
    else if (seen.insert(name).second)
      waiting.push_back(name);
  };
  while (!waiting.empty()) {
    const auto caller = m_functions.find(waiting.back());
    waiting.pop_back();
    if (caller == m_functions.end())
      continue;
    const std::string_view body = caller->second.body;
    Scanner scanner(body);
    for (Token token = scanner.next(); !isEnd(token); token = scanner.next()) {
      if (token.kind == Token::Kind::Word && token.is("call"))
        addCall(calleeName(scanner));
    }
  }
  return uses;
}

} // namespace pstudio::image
