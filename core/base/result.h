// SPDX-License-Identifier: Apache-2.0
// Errors as values: the failure, its place, and advice.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace pstudio {

/// Kind of an error. Callers branch on it; the message is for users.
enum class ErrorCode {
  Io,            ///< a file or pipe cannot be opened, read, written or renamed
  InvalidFormat, ///< bytes or text that are not what they claim to be
  InvalidInput,  ///< a value that the user gave is wrong (specification, command line)
  CompileFailed, ///< IR that does not parse, verify or lower
  RunFailed,     ///< the kernel faulted, ran out of time or read out of bounds
  WrongResult,   ///< the kernel ran and its output is wrong
  Cancelled,     ///< the user stopped it
  Unsupported,   ///< understood, but this build, machine or version cannot do it
};

/// A stable lower-case name of the code, for logs and JSON.
std::string_view errorCodeName(ErrorCode code);

/// One failure.
struct Error {
  ErrorCode code = ErrorCode::InvalidInput;
  std::string message; ///< what happened: lower case, no full stop, names the value that is wrong
  std::string
      where; ///< file, file:line:column, JSON field or byte offset; empty if the message says it
  std::string hint; ///< what the user can do; empty if obvious

  /// "where: message (hint)" in one line.
  std::string toString() const;
};

/// A value or an Error. [thread: as T]
template <class T> using Result = tl::expected<T, Error>;

/// A failed Result: `return fail(ErrorCode::Io, "cannot open", path)`.
inline tl::unexpected<Error> fail(ErrorCode code, std::string message, std::string where = {},
                                  std::string hint = {}) {
  return tl::unexpected<Error>(Error{code, std::move(message), std::move(where), std::move(hint)});
}

} // namespace pstudio

#define PSTUDIO_CONCAT_(a, b) a##b
#define PSTUDIO_CONCAT(a, b) PSTUDIO_CONCAT_(a, b)

/// Returns the error of `expression` (a Result<void>) from the enclosing function, if there is one.
#define PSTUDIO_TRY(expression)                                                                    \
  do {                                                                                             \
    if (auto pstudioTry = (expression); !pstudioTry)                                               \
      return tl::unexpected<::pstudio::Error>(std::move(pstudioTry).error());                      \
  } while (false)

/// `PSTUDIO_TRY_ASSIGN(auto x, parse())`: x is the value, or the enclosing function returns the
/// error.
#define PSTUDIO_TRY_ASSIGN(declaration, expression)                                                \
  auto PSTUDIO_CONCAT(pstudioResult, __LINE__) = (expression);                                     \
  if (!PSTUDIO_CONCAT(pstudioResult, __LINE__))                                                    \
    return tl::unexpected<::pstudio::Error>(                                                       \
        std::move(PSTUDIO_CONCAT(pstudioResult, __LINE__)).error());                               \
  declaration = std::move(*PSTUDIO_CONCAT(pstudioResult, __LINE__))
