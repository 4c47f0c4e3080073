// SPDX-License-Identifier: Apache-2.0
// A function of a library that is opened at run time: its name, its age and where it is.
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>

#include <dlfcn.h>

namespace pstudio {

template <class Signature> struct LibraryFunction;

/// One function of a vendor's library: what it is called, since when it exists, and where it is.
template <class Result, class... Parameters> struct LibraryFunction<Result(Parameters...)> {
  using Pointer = Result (*)(Parameters...);
  const char *name; ///< as the library exports it
  unsigned since;   ///< first version of the library that has it, in the vendor's own counting
  bool isRequired;  ///< no library without it is used; of others test `pointer` before a call
  Pointer pointer = nullptr;

  Result operator()(Parameters... values) const { return pointer(values...); }
  explicit operator bool() const { return pointer != nullptr; }
};

/// Required functions that a library lacks.
struct MissingFunctions {
  std::string names;   ///< "cuA, cuB"; empty if nothing is missing
  unsigned needed = 0; ///< the first version that has them all

  // Not once for each type of a function.
  [[gnu::noinline]] void add(const char *name, unsigned since) {
    names += (names.empty() ? "" : ", ") + std::string(name);
    needed = std::max(needed, since);
  }
};

/// Looks one function up in `library` (a handle of dlopen), by default with dlsym. O(symbols'
/// hash).
template <class Function>
void resolve(void *library, Function &function, MissingFunctions &missing,
             void *(*lookUp)(void *library, const char *name) = dlsym) {
  using Pointer = typename std::remove_reference_t<Function>::Pointer;
  function.pointer = reinterpret_cast<Pointer>(lookUp(library, function.name));
  if (!function.pointer && function.isRequired)
    missing.add(function.name, function.since);
}

/// Closes a handle of dlopen.
struct CloseLibrary {
  void operator()(void *library) const { dlclose(library); }
};

// The struct `Api`, with a function of each line of `TABLE` as a member, and forEachFunction(),
// which calls `visit` for each of them in the order of the table. TABLE(X) is X(name, first
// version, required, result, parameters...) for each function.
#define PSTUDIO_LIBRARY_MEMBER(name, since, required, result, ...)                                 \
  ::pstudio::LibraryFunction<result(__VA_ARGS__)> name{#name, since, required};
#define PSTUDIO_LIBRARY_VISIT(name, ...) visit(api.name);
#define PSTUDIO_LIBRARY_API(Api, TABLE)                                                            \
  struct Api {                                                                                     \
    TABLE(PSTUDIO_LIBRARY_MEMBER)                                                                  \
  };                                                                                               \
  template <class Visit> void forEachFunction(Api &api, Visit visit) {                             \
    TABLE(PSTUDIO_LIBRARY_VISIT)                                                                   \
  }

} // namespace pstudio
