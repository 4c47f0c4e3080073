// SPDX-License-Identifier: Apache-2.0
// Functions that the compiled host code of a program calls, and their entry and exit.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/base/result.h"

namespace pstudio::program {

class ProgramRun;

/// A runtime function and its name in host code.
struct RuntimeFunction {
  std::string_view name;
  /// Result and parameters, one letter each: v void, p pointer, l 64-bit and i 32-bit integer,
  /// f float, d double. If host code declares a narrower integer, it is widened.
  std::string signature;
  void *address = nullptr;
  bool takesRun = true; ///< a ProgramRun * comes before the parameters
};

/// Stores the error of a failed call. leaveProgram() then ends the program.
void noteFailure(ProgramRun &run, Error error);
/// Leaves the host code. Does not return.
[[noreturn]] void leaveProgram(ProgramRun &run);

namespace detail {

template <class T> constexpr char letterOf() {
  if constexpr (std::is_void_v<T>)
    return 'v';
  else if constexpr (std::is_pointer_v<T>)
    return 'p';
  else if constexpr (std::is_same_v<T, float>)
    return 'f';
  else if constexpr (std::is_same_v<T, double>)
    return 'd';
  else {
    static_assert(std::is_integral_v<T> && (sizeof(T) == 4 || sizeof(T) == 8));
    return sizeof(T) == 8 ? 'l' : 'i';
  }
}

template <auto Function> struct Entry;

/// Entry point for generated code: runs the function and, if it failed, does not return to the
/// caller. No object with a destructor is alive when it leaves.
template <class R, class... Args, Result<R> (*Function)(ProgramRun &, Args...)>
struct Entry<Function> {
  static R enter(ProgramRun *run, Args... args) {
    if constexpr (std::is_void_v<R>) {
      if (attempt(*run, args...))
        return;
    } else {
      R value{};
      if (attempt(*run, value, args...))
        return value;
    }
    leaveProgram(*run);
  }
  static std::string signature() { return {letterOf<R>(), letterOf<Args>()...}; }

private:
  static bool attempt(ProgramRun &run, Args... args) requires std::is_void_v<R> {
    Result<void> result = Function(run, args...);
    if (!result)
      noteFailure(run, std::move(result).error());
    return result.has_value();
  }
  template <class Value> static bool attempt(ProgramRun &run, Value &value, Args... args) {
    Result<R> result = Function(run, args...);
    if (!result) {
      noteFailure(run, std::move(result).error());
      return false;
    }
    value = *result;
    return true;
  }
};

} // namespace detail

/// Table row of `Function`, a Result<R>(ProgramRun &, ...).
template <auto Function> RuntimeFunction runtimeFunction(std::string_view name) {
  using Entry = detail::Entry<Function>;
  return {name, Entry::signature(), reinterpret_cast<void *>(&Entry::enter), true};
}

/// Table row of a function of the C library.
template <class R, class... Args>
RuntimeFunction libraryFunction(std::string_view name, R (*function)(Args...)) {
  return {name,
          {detail::letterOf<R>(), detail::letterOf<Args>()...},
          reinterpret_cast<void *>(function),
          false};
}

} // namespace pstudio::program
