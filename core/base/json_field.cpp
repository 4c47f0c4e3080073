// SPDX-License-Identifier: Apache-2.0
#include "core/base/json_field.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pstudio {

using nlohmann::json;

std::string JsonField::where() const {
  return m_path.empty() ? m_document : m_document + ": " + m_path;
}

tl::unexpected<Error> JsonField::error(std::string message, std::string hint) const {
  return fail(ErrorCode::InvalidInput, std::move(message), where(), std::move(hint));
}

tl::unexpected<Error> JsonField::errorAt(const std::string &path, std::string message,
                                         std::string hint) const {
  const bool isMember = !path.empty() && !m_path.empty();
  return child(*m_value, m_path + (isMember ? "." : "") + path)
      .error(std::move(message), std::move(hint));
}

tl::unexpected<Error> JsonField::wrongType(std::string_view expected) const {
  return error("expected " + std::string(expected) + ", got " +
               (m_value->is_null() ? "null" : std::string(m_value->type_name())));
}

Result<void> JsonField::requireObject(std::span<const std::string_view> names) const {
  if (!m_value->is_object())
    return wrongType("an object");
  for (const auto &[name, value] : m_value->items())
    if (!m_ignoresUnknown && std::ranges::find(names, name) == names.end())
      return child(value, m_path.empty() ? name : m_path + "." + name)
          .error("unknown field '" + name + "'", nameHint(name, names));
  return {};
}

std::optional<JsonField> JsonField::find(std::string_view name) const {
  const auto found = m_value->find(name);
  if (found == m_value->end())
    return std::nullopt;
  return child(*found, m_path.empty() ? std::string(name) : m_path + "." + std::string(name));
}

Result<JsonField> JsonField::member(std::string_view name) const {
  std::optional<JsonField> found = find(name);
  if (!found)
    return error("missing field '" + std::string(name) + "'");
  return *std::move(found);
}

Result<std::vector<std::pair<std::string, JsonField>>> JsonField::members() const {
  if (!m_value->is_object())
    return wrongType("an object");
  std::vector<std::pair<std::string, JsonField>> members;
  for (const auto &[name, value] : m_value->items())
    members.emplace_back(name, child(value, m_path.empty() ? name : m_path + "." + name));
  return members;
}

Result<std::string> JsonField::text() const {
  if (!m_value->is_string())
    return wrongType("a string");
  return m_value->get<std::string>();
}

Result<int64_t> JsonField::integer(int64_t low, int64_t high) const {
  const auto outside = [&](const std::string &shown) {
    return error(shown + " is outside " + std::to_string(low) + " to " + std::to_string(high));
  };
  if (m_value->is_number_float()) {
    const double value = m_value->get<double>();
    if (value != std::trunc(value))
      return wrongType("an integer");
    if (std::fabs(value) > 9007199254740992.0) // 2^53: beyond it a double does not name one integer
      return outside(m_value->dump());
    return child(json(static_cast<int64_t>(value)), m_path).integer(low, high);
  }
  if (!m_value->is_number_integer())
    return wrongType("an integer");
  if (m_value->is_number_unsigned() &&
      m_value->get<uint64_t>() > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    return outside(m_value->dump());
  const int64_t value = m_value->get<int64_t>();
  if (value < low || value > high)
    return outside(std::to_string(value));
  return value;
}

Result<uint64_t> JsonField::unsigned64() const {
  if (m_value->is_number_unsigned())
    return m_value->get<uint64_t>();
  PSTUDIO_TRY_ASSIGN(const int64_t value, integer(0, std::numeric_limits<int64_t>::max()));
  return static_cast<uint64_t>(value);
}

Result<double> JsonField::number() const {
  if (!m_value->is_number())
    return wrongType("a number");
  return m_value->get<double>();
}

Result<bool> JsonField::boolean() const {
  if (!m_value->is_boolean())
    return wrongType("true or false");
  return m_value->get<bool>();
}

Result<std::string> JsonField::binary() const {
  if (!m_value->is_binary())
    return wrongType("bytes");
  const json::binary_t &bytes = m_value->get_binary();
  return std::string(bytes.begin(), bytes.end());
}

Result<std::vector<JsonField>> JsonField::elements(size_t low, size_t high) const {
  if (!m_value->is_array())
    return wrongType("an array");
  if (m_value->size() < low || m_value->size() > high)
    return error("expected " + std::to_string(low) + " to " + std::to_string(high) +
                 " elements, got " + std::to_string(m_value->size()));
  std::vector<JsonField> fields;
  fields.reserve(m_value->size());
  for (size_t i = 0; i < m_value->size(); ++i)
    fields.push_back(child((*m_value)[i], m_path + "[" + std::to_string(i) + "]"));
  return fields;
}

} // namespace pstudio
