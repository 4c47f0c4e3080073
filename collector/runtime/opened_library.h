// SPDX-License-Identifier: Apache-2.0
// A vendor's library, opened at run time, and the environment variables that name its place.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collector/vendor/library_function.h"
#include "core/base/result.h"

namespace pstudio {

/// A handle of dlopen. The destructor closes it. Call release() once the library runs threads of
/// its own.
using OpenedLibrary = std::unique_ptr<void, CloseLibrary>;

/// Runs the library's initialisers. Unsupported, with the message of dlerror().
Result<OpenedLibrary> openLibrary(const std::string &path);

/// Looks up all functions of a table that PSTUDIO_LIBRARY_API made. Unsupported, naming those that
/// the library lacks. `hint` names the version that has all of them.
template <class Api>
Result<void> resolveAll(void *library, const std::string &path, Api &api,
                        std::string (*hint)(unsigned version) = nullptr) {
  MissingFunctions missing;
  forEachFunction(api, [&](auto &function) { resolve(library, function, missing); });
  if (missing.names.empty())
    return {};
  return fail(ErrorCode::Unsupported, path + " lacks " + missing.names, "",
              hint ? hint(missing.needed) : "");
}

/// Collects the errors of all candidate paths of a library.
class FailedSearch {
public:
  void add(const std::string &candidate, const Error &error);
  /// Unsupported: "NAME is not installed (tried ...)", or the errors of the candidates that exist.
  Error error(const std::string &name, std::string hint) const;

private:
  std::string m_tried;
  std::string m_reasons; ///< errors of candidates that exist; they are more specific
};

/// Result of `load(candidate)` for the first usable candidate, else FailedSearch::error().
template <class Load>
auto openFirst(const std::vector<std::string> &candidates, Load load, const std::string &name,
               std::string hint) -> decltype(load(candidates.front())) {
  FailedSearch failed;
  for (const std::string &candidate : candidates) {
    auto library = load(candidate);
    if (library)
      return library;
    failed.add(candidate, library.error());
  }
  return tl::unexpected<Error>(failed.error(name, std::move(hint)));
}

/// Value of an environment variable; nothing if it is not set.
using Environment = std::function<std::optional<std::string>(const char *name)>;
/// The environment of this process. An empty variable counts as not set.
Environment processEnvironment();

} // namespace pstudio
