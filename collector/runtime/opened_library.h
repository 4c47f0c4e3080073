// SPDX-License-Identifier: Apache-2.0
// A vendor's library, opened at run time, and the variables that say where it is.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collector/runtime/library_function.h"
#include "core/base/result.h"

namespace pstudio {

/// A handle of dlopen, closed with it. release() it once the library runs threads of its own.
using OpenedLibrary = std::unique_ptr<void, CloseLibrary>;

/// Unsupported with the loader's words. Runs the library's initialisers.
Result<OpenedLibrary> openLibrary(const std::string &path);

/// Looks up all functions of a table that PSTUDIO_LIBRARY_API made. Unsupported, naming those that
/// the library lacks; `hint` says in which version all of them are.
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

/// What went wrong with one place where a library was looked for.
class FailedSearch {
public:
  void add(const std::string &candidate, const Error &error);
  /// Unsupported: "NAME is not installed (tried ...)", or what is wrong with those that are there.
  Error error(const std::string &name, std::string hint) const;

private:
  std::string m_tried;
  std::string m_reasons; ///< of libraries that are there: these say more
};

/// What `load(candidate)` gives for the first candidate that can be used, else FailedSearch::error.
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
/// That of this process; a variable that is set to nothing counts as not set.
Environment processEnvironment();

} // namespace pstudio
