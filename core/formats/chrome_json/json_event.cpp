// SPDX-License-Identifier: Apache-2.0
#include "core/formats/chrome_json/json_event.h"

namespace pstudio {
namespace {

struct NamedField {
  std::string_view key;
  JsonField field;
};

constexpr NamedField kJsonFields[] = {
    {"s", JsonField::InstantScope},    {"ph", JsonField::Phase},
    {"ts", JsonField::Timestamp},      {"id", JsonField::Id},
    {"bp", JsonField::BindingPoint},   {"sf", JsonField::Frame},
    {"pid", JsonField::Pid},           {"tid", JsonField::Tid},
    {"cat", JsonField::Category},      {"dur", JsonField::Duration},
    {"id2", JsonField::Id2},           {"cpu", JsonField::Cpu},
    {"name", JsonField::Name},         {"args", JsonField::Args},
    {"scope", JsonField::Scope},       {"stack", JsonField::Stack},
    {"weight", JsonField::Weight},     {"bind_id", JsonField::BindId},
    {"flow_in", JsonField::FlowIn},    {"flow_out", JsonField::FlowOut},
    {"children", JsonField::Children},
};

void setIdentity(JsonIdentity &identity, const JsonScalar &value) {
  identity.isGiven = value.type != JsonScalar::Type::Null;
  identity.isNumber = value.type == JsonScalar::Type::Int;
  identity.number = value.integer;
  identity.text = value.text;
}

void setTime(JsonEvent &event, std::optional<PreciseTime> &time, const JsonScalar &value) {
  time = value.type == JsonScalar::Type::Int ? fromMicroseconds(value.integer)
                                             : parseMicroseconds(value.text);
  event.hasUnreadableTime |= !time;
}

void setText(std::string_view &text, const JsonScalar &value) {
  if (value.type == JsonScalar::Type::String)
    text = value.text;
}

void setLetter(char &letter, const JsonScalar &value) {
  if (!value.text.empty())
    letter = value.text.front();
}

} // namespace

JsonField jsonFieldOf(std::string_view key) {
  for (const NamedField &known : kJsonFields)
    if (known.key == key)
      return known.field;
  return JsonField::Other;
}

void setJsonField(JsonEvent &event, JsonField field, const JsonScalar &value) {
  const bool isTrue = value.boolean || value.integer != 0;
  switch (field) {
  case JsonField::Phase:
    return setLetter(event.phase, value);
  case JsonField::Name:
    return setText(event.name, value);
  case JsonField::Category:
    return setText(event.category, value);
  case JsonField::Timestamp:
    return setTime(event, event.timestamp, value);
  case JsonField::Duration:
    return setTime(event, event.duration, value);
  case JsonField::Pid:
    return setIdentity(event.pid, value);
  case JsonField::Tid:
    return setIdentity(event.tid, value);
  case JsonField::Id:
    return setIdentity(event.id, value);
  case JsonField::BindId:
    return setIdentity(event.bindId, value);
  case JsonField::Scope:
    return setText(event.idScope, value);
  case JsonField::FlowIn:
    event.flowsIn = isTrue;
    return;
  case JsonField::FlowOut:
    event.flowsOut = isTrue;
    return;
  case JsonField::BindingPoint:
    event.bindsToEnclosing = value.text == "e";
    return;
  case JsonField::InstantScope:
    return setLetter(event.instantScope, value);
  case JsonField::Frame:
    event.frame = value.text;
    return;
  case JsonField::Other:
  case JsonField::Args:
  case JsonField::Children:
  case JsonField::Cpu:
  case JsonField::Id2:
  case JsonField::Stack:
  case JsonField::Weight:
    return;
  }
}

void setJsonId2(JsonEvent &event, std::string_view key, const JsonScalar &value) {
  if (key == "local")
    setIdentity(event.localId, value);
  else if (key == "global")
    setIdentity(event.globalId, value);
}

} // namespace pstudio
