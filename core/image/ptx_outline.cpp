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

/// The functions that a body calls: names, or registers.
std::set<std::string_view> calleesIn(std::string_view body) {
  std::set<std::string_view> callees;
  PtxTokens tokens(body);
  for (std::string_view token = tokens.next(); !token.empty(); token = tokens.next()) {
    if (token != "call" && token != "call.uni")
      continue;
    token = tokens.next();
    if (token == "(") {
      skipParentheses(tokens);
      tokens.next(); // a comma
      token = tokens.next();
    }
    callees.insert(token);
  }
  return callees;
}

bool isDeviceLaunch(std::string_view name) {
  return name.starts_with("__cudaCDP2") || name.starts_with("cudaLaunchDevice") ||
         name.starts_with("cudaGetParameterBuffer");
}

/// Functions that the driver adds to each module (CUDA C++ Programming Guide, PTX Writer's Guide).
constexpr std::array<std::string_view, 4> kDriverFunctions{"vprintf", "malloc", "free",
                                                           "__assertfail"};

} // namespace

PtxOutline::PtxOutline(std::string_view text) {
  PtxTokens tokens(text);
  for (std::string_view token = tokens.next(); !token.empty(); token = tokens.next()) {
    if (token == ".target") {
      if (const auto target = architectureFrom(tokens.next()); target && m_target.number == 0)
        m_target = *target;
    } else if (token == "{") { // an initialiser
      skipBraces(tokens);
    } else if (token == ".entry" || token == ".func") {
      Function function;
      function.isKernel = token == ".entry";
      const std::string_view name = functionName(tokens);
      do
        token = tokens.next();
      while (!token.empty() && token != "{" && token != ";");
      if (token == "{") {
        const size_t begin = tokens.end();
        function.isDefined = true;
        function.body = text.substr(begin, skipBraces(tokens) - begin);
      }
      Function &known = m_functions[name];
      if (!known.isDefined)
        known = function;
    }
  }
}

bool PtxOutline::hasKernel(std::string_view name) const {
  const auto found = m_functions.find(name);
  return found != m_functions.end() && found->second.isKernel && found->second.isDefined;
}

PtxCalls PtxOutline::callsOf(std::string_view kernel) const {
  PtxCalls calls;
  std::set<std::string_view> seen{kernel};
  std::vector<std::string_view> waiting{kernel};
  while (!waiting.empty()) {
    const auto caller = m_functions.find(waiting.back());
    waiting.pop_back();
    if (caller == m_functions.end())
      continue;
    for (const std::string_view name : calleesIn(caller->second.body)) {
      const auto callee = m_functions.find(name);
      if (isDeviceLaunch(name))
        calls.deviceLaunch = name;
      else if (callee == m_functions.end())
        calls.isIndirect = true;
      else if (!callee->second.isDefined &&
               std::ranges::find(kDriverFunctions, name) == kDriverFunctions.end())
        calls.external = name;
      else if (seen.insert(name).second)
        waiting.push_back(name);
    }
  }
  return calls;
}

} // namespace pstudio::image
