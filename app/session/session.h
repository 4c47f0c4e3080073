// SPDX-License-Identifier: Apache-2.0
// One trace that is open in the window, and where it lives.
#pragma once

#include <QString>

#include <memory>

#include "core/trace/trace.h"

namespace pstudio {

/// Names a session for as long as the window lives; ids are never used twice.
using SessionId = int;
constexpr SessionId kNoSession = 0;

/// An open trace.
struct Session {
  SessionId id = kNoSession;
  QString title;    ///< unique in its list: "gemm_tiled #2"
  QString file;     ///< absolute path of the file that holds it
  bool isUnsaved = false; ///< a run's result that so far lies only in the session folder
  std::shared_ptr<const Trace> trace;
};

} // namespace pstudio
