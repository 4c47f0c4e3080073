// SPDX-License-Identifier: Apache-2.0
#include "core/image/ptx_outline.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>

namespace pstudio::image {
namespace {

/// Words and single characters of PTX text, without comments, text in quotes and white space.
class PtxTokens {
public:
  explicit PtxTokens(std::string_view text) : m_text(text) {}

  /// The next token; empty at the end.
  std::string_view next() {
    skip();
    m_begin = m_at;
    while (m_at < m_text.size() && isWordCharacter(m_text[m_at]))
      ++m_at;
    if (m_at == m_begin && m_at < m_text.size())
      ++m_at;
    return m_text.substr(m_begin, m_at - m_begin);
  }
  size_t begin() const { return m_begin; } ///< of the last token
  size_t end() const { return m_at; }

private:
  static bool isWordCharacter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || c == '%' ||
           c == '.';
  }
  bool startsWith(std::string_view text) const { return m_text.substr(m_at).starts_with(text); }
  void skipPast(std::string_view end) {
    const size_t found = m_text.find(end, m_at);
    m_at = found == m_text.npos ? m_text.size() : found + end.size();
  }
  void skip() {
    for (;;) {
      while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])))
        ++m_at;
      if (startsWith("//")) {
        skipPast("\n");
      } else if (startsWith("/*")) {
        skipPast("*/");
      } else if (startsWith("\"")) {
        ++m_at;
        skipPast("\"");
      } else {
        return;
      }
    }
  }

  std::string_view m_text;
  size_t m_at = 0, m_begin = 0;
};

/// Skips a parenthesis that has been opened.
void skipParentheses(PtxTokens &tokens) {
  for (int depth = 1; depth > 0;) {
    const std::string_view token = tokens.next();
    if (token.empty())
      return;
    depth += token == "(" ? 1 : token == ")" ? -1 : 0;
  }
}

/// Skips a body that has been opened. \return the end of its text
size_t skipBraces(PtxTokens &tokens) {
  for (int depth = 1; depth > 0;) {
    const std::string_view token = tokens.next();
    if (token.empty())
      return tokens.end();
    depth += token == "{" ? 1 : token == "}" ? -1 : 0;
  }
  return tokens.begin();
}

/// The name after .entry or .func, behind the results of the latter.
std::string_view functionName(PtxTokens &tokens) {
  for (;;) {
    const std::string_view token = tokens.next();
    if (token == "(")
      skipParentheses(tokens);
    else if (!token.starts_with('.')) // an attribute
      return token;
  }
}

/// The name that a call statement calls, after the word call: a function, or a register.
std::string_view calleeName(PtxTokens &tokens) {
  std::string_view token = tokens.next();
  if (token == "(") {
    skipParentheses(tokens);
    tokens.next(); // a comma
    token = tokens.next();
  }
  return token;
}

bool isDeviceLaunch(std::string_view name) {
  return name.starts_with("__cudaCDP2") || name.starts_with("cudaLaunchDevice") ||
         name.starts_with("cudaGetParameterBuffer");
}

/// Functions that the driver adds to each module (CUDA C++ Programming Guide, PTX Writer's Guide).
constexpr std::array<std::string_view, 4> kDriverFunctions{"vprintf", "malloc", "free",
                                                           "__assertfail"};

} // namespace

/// Reads the statements outside of functions.
class PtxOutline::Reader {
public:
  Reader(PtxOutline &outline, std::string_view text)
      : m_outline(outline), m_text(text), m_tokens(text) {}

  void read() {
    for (std::string_view token = m_tokens.next(); !token.empty(); token = m_tokens.next()) {
      if (token == ".target") {
        if (const auto target = architectureFrom(m_tokens.next());
            target && m_outline.m_target.number == 0)
          m_outline.m_target = *target;
      } else if (token == "{") {
        skipBraces(m_tokens);
      } else if (token == ".entry" || token == ".func") {
        readFunction(token == ".entry");
      }
    }
  }

private:
  void readFunction(bool isKernel) {
    Function function;
    function.isKernel = isKernel;
    const std::string_view name = functionName(m_tokens);
    std::string_view token = m_tokens.next();
    for (; !token.empty() && token != "{" && token != ";"; token = m_tokens.next())
      function.hasBlock = function.hasBlock || token == ".reqntid";
    if (token == "{") {
      const size_t begin = m_tokens.end();
      function.isDefined = true;
      function.body = m_text.substr(begin, skipBraces(m_tokens) - begin);
    }
    Function &known = m_outline.m_functions[name];
    if (!known.isDefined)
      known = function;
  }

  PtxOutline &m_outline;
  std::string_view m_text;
  PtxTokens m_tokens;
};

PtxOutline::PtxOutline(std::string_view text) {
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
    PtxTokens tokens(caller->second.body);
    for (std::string_view token = tokens.next(); !token.empty(); token = tokens.next())
      if (token == "call" || token == "call.uni")
        addCall(calleeName(tokens));
  }
  return uses;
}

} // namespace pstudio::image
