// SPDX-License-Identifier: Apache-2.0
// Hooks of copies and sets, which are noted and otherwise left alone.
#include <tuple>
#include <type_traits>

#include "collector/attach/shim/hooks.h"
#include "collector/attach/shim/launch_choice.h"
#include "collector/attach/shim/launch_note.h"

namespace pstudio::attach {

namespace {

/// The last parameter, if it is a stream.
template <class... Values> CuStream streamOf(bool isPerThread, Values... values) {
  const auto last = std::get<sizeof...(values) - 1>(std::tuple(values...));
  CuStream stream = nullptr;
  if constexpr (std::is_same_v<decltype(last), const CuStream>)
    stream = last;
  return isPerThread && !stream ? kCuStreamPerThread : stream;
}

template <HookId hook, class... Values>
CuResult noteWork(LaunchKind kind, bool isPerThread, Values... values) {
  const RealFunction<hook> real;
  Attachment *attachment = real.isNested() ? nullptr : Attachment::get();
  if (!attachment || !attachment->notesLaunches()) [[likely]]
    return real(values...);
  LaunchNote note(*attachment, kind);
  if (isInCapture(*attachment, streamOf(isPerThread, values...)))
    note.event.flags = kLaunchCaptured;
  const CuResult result = note.during([&] { return real(values...); });
  if (result == CuResult::Success)
    note.write();
  return result;
}

} // namespace

// A name for each parameter.
#define PSTUDIO_ATTACH_NAME_1(A) A a
#define PSTUDIO_ATTACH_NAME_2(A, B) A a, B b
#define PSTUDIO_ATTACH_NAME_3(A, B, C) A a, B b, C c
#define PSTUDIO_ATTACH_NAME_4(A, B, C, D) A a, B b, C c, D d
#define PSTUDIO_ATTACH_NAME_5(A, B, C, D, E) A a, B b, C c, D d, E e
#define PSTUDIO_ATTACH_NAME_6(A, B, C, D, E, F) A a, B b, C c, D d, E e, F f
#define PSTUDIO_ATTACH_PASS_1(A) a
#define PSTUDIO_ATTACH_PASS_2(A, B) a, b
#define PSTUDIO_ATTACH_PASS_3(A, B, C) a, b, c
#define PSTUDIO_ATTACH_PASS_4(A, B, C, D) a, b, c, d
#define PSTUDIO_ATTACH_PASS_5(A, B, C, D, E) a, b, c, d, e
#define PSTUDIO_ATTACH_PASS_6(A, B, C, D, E, F) a, b, c, d, e, f
#define PSTUDIO_ATTACH_SEVENTH(A, B, C, D, E, F, G, ...) G
#define PSTUDIO_ATTACH_BY_COUNT(what, ...)                                                         \
  PSTUDIO_ATTACH_SEVENTH(__VA_ARGS__, what##_6, what##_5, what##_4, what##_3, what##_2,            \
                         what##_1, )                                                               \
  (__VA_ARGS__)

#define PSTUDIO_ATTACH_DEFINE(kind, name, isPerThread, ...)                                        \
  CuResult name(PSTUDIO_ATTACH_BY_COUNT(PSTUDIO_ATTACH_NAME, __VA_ARGS__)) {                       \
    return noteWork<HookId::name>(LaunchKind::kind, isPerThread,                                   \
                                  PSTUDIO_ATTACH_BY_COUNT(PSTUDIO_ATTACH_PASS, __VA_ARGS__));      \
  }
#define PSTUDIO_ATTACH_COPY(name, base, since, before, isPerThread, ...)                           \
  PSTUDIO_ATTACH_DEFINE(Copy, name, isPerThread, __VA_ARGS__)
#define PSTUDIO_ATTACH_SET(name, base, since, before, isPerThread, ...)                            \
  PSTUDIO_ATTACH_DEFINE(Set, name, isPerThread, __VA_ARGS__)

extern "C" {
PSTUDIO_ATTACH_COPIES(PSTUDIO_ATTACH_COPY)
PSTUDIO_ATTACH_SETS(PSTUDIO_ATTACH_SET)
}

} // namespace pstudio::attach
