// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/opened_library.h"

#include <cstdlib>

namespace pstudio {

Result<OpenedLibrary> openLibrary(const std::string &path) {
  OpenedLibrary library(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL));
  if (library)
    return library;
  const char *reason = dlerror();
  return fail(ErrorCode::Unsupported, reason ? reason : path);
}

void FailedSearch::add(const std::string &candidate, const Error &error) {
  m_tried += (m_tried.empty() ? "" : ", ") + candidate;
  if (error.message.find("No such file") == std::string::npos)
    m_reasons += (m_reasons.empty() ? "" : "; ") + error.message;
}

Error FailedSearch::error(const std::string &name, std::string hint) const {
  return {ErrorCode::Unsupported,
          m_reasons.empty() ? name + " is not installed (tried " + m_tried + ")"
                            : name + " cannot be used: " + m_reasons,
          "", std::move(hint)};
}

Environment processEnvironment() {
  return [](const char *name) -> std::optional<std::string> {
    const char *value = std::getenv(name);
    return value && *value ? std::optional<std::string>(value) : std::nullopt;
  };
}

} // namespace pstudio
