// SPDX-License-Identifier: Apache-2.0
// One element of "traceEvents", as far as it concerns us.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/formats/chrome_json/json_scanner.h"
#include "core/formats/chrome_json/precise_time.h"
#include "core/trace/trace.h"

namespace pstudio {

/// A pid, tid or id: files write numbers and texts.
struct JsonIdentity {
  bool isGiven = false;
  bool isNumber = false;
  int64_t number = 0;
  std::string_view text; ///< of a number too
};

/// Texts are valid as long as the event.
struct JsonEvent {
  char phase = 0;                  ///< 0: not given
  std::string_view name, category; ///< empty: not given
  /// Of the same texts, if the event has a time and is no metadata. An empty category has none.
  StringId nameId, categoryId;
  JsonIdentity pid, tid, id, localId, globalId, bindId;
  std::string_view idScope;
  std::optional<PreciseTime> timestamp, duration;
  bool hasUnreadableTime = false;
  bool flowsIn = false, flowsOut = false;
  bool bindsToEnclosing = false; ///< "bp": "e"
  bool hasPhaseField = false;    ///< whatever its value
  bool hasChildrenField = false; ///< as nodes of a Hatchet call tree have
  char instantScope = 0;         ///< 'g', 'p' or 't'
  std::string_view frame;        ///< "sf": id of the innermost call in "stackFrames"
  bool isSample = false;         ///< an element of "samples"
  std::span<const Arg> args;     ///< flattened: "a.b", "a[0]"
  uint32_t fieldCount = 0;
  size_t near = 0; ///< a position in the text shortly before the event; 0: not known

  bool isMetadata() const { return phase == 'M'; }
  bool hasTime() const { return timestamp && !hasUnreadableTime; }
};

/// The fields of an event that are read.
enum class JsonField : uint8_t {
  Other,
  Args,
  BindId,
  BindingPoint,
  Category,
  Children,
  Cpu,
  Duration,
  FlowIn,
  FlowOut,
  Frame,
  Id,
  Id2,
  InstantScope,
  Name,
  Phase,
  Pid,
  Scope,
  Stack,
  Tid,
  Timestamp,
  Weight,
};

/// The field with a key. O(length).
JsonField jsonFieldOf(std::string_view key);
/// Sets what a field with a scalar value means; nothing for those that hold arguments.
void setJsonField(JsonEvent &event, JsonField field, const JsonScalar &value);
/// "local" or "global" of "id2".
void setJsonId2(JsonEvent &event, std::string_view key, const JsonScalar &value);

/// Levels of arguments that are read; deeper values are left out.
constexpr size_t kDeepestJsonArgument = 32;

/// An argument, not of a null; `intern` makes the id of a text.
template <class Intern> Arg jsonArgOf(StringId key, const JsonScalar &value, Intern &&intern) {
  switch (value.type) {
  case JsonScalar::Type::Bool:
    return Arg::ofBool(key, value.boolean);
  case JsonScalar::Type::Uint:
    return Arg::ofUint(key, value.natural);
  case JsonScalar::Type::Double:
    return Arg::ofDouble(key, value.real);
  case JsonScalar::Type::String:
    return Arg::ofString(key, intern(value.text));
  case JsonScalar::Type::Null:
  case JsonScalar::Type::Int:
    break;
  }
  return Arg::ofInt(key, value.integer);
}

} // namespace pstudio
