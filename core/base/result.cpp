// SPDX-License-Identifier: Apache-2.0
#include "core/base/result.h"

namespace pstudio {

std::string_view errorCodeName(ErrorCode code) {
  switch (code) {
  case ErrorCode::Io:
    return "io";
  case ErrorCode::InvalidFormat:
    return "invalid-format";
  case ErrorCode::InvalidInput:
    return "invalid-input";
  case ErrorCode::CompileFailed:
    return "compile-failed";
  case ErrorCode::RunFailed:
    return "run-failed";
  case ErrorCode::WrongResult:
    return "wrong-result";
  case ErrorCode::Cancelled:
    return "cancelled";
  case ErrorCode::Unsupported:
    return "unsupported";
  }
  return "unknown";
}

std::string Error::toString() const {
  std::string text;
  if (!where.empty())
    text += where + ": ";
  text += message;
  if (!hint.empty())
    text += " (" + hint + ")";
  return text;
}

} // namespace pstudio
