// SPDX-License-Identifier: Apache-2.0
// Text to JSON with our kind of errors.
#include <algorithm>
#include <set>

#include "core/base/json_field.h"
#include "core/base/text_position.h"

namespace pstudio {

using nlohmann::json;

namespace {

/// "[json.exception.parse_error.101] parse error at line 3, column 4: what" -> "what": the place is
/// said in `where`.
std::string withoutLibraryPrefix(std::string_view message) {
  if (const size_t bracket = message.find("] ");
      message.starts_with('[') && bracket != message.npos)
    message.remove_prefix(bracket + 2);
  if (const size_t colon = message.find(": ");
      message.starts_with("parse error") && colon != message.npos)
    message.remove_prefix(colon + 2);
  return std::string(message);
}

/// Finds a member name that an object has twice; JSON libraries silently keep one of the two.
class RepeatedNames {
public:
  bool operator()(int, json::parse_event_t event, json &value) {
    if (event == json::parse_event_t::object_start)
      m_open.emplace_back();
    else if (event == json::parse_event_t::object_end)
      m_open.pop_back();
    else if (event == json::parse_event_t::key &&
             !m_open.back().insert(value.get<std::string>()).second && m_repeated.empty())
      m_repeated = value.get<std::string>();
    return true;
  }
  const std::string &repeated() const { return m_repeated; }

private:
  std::vector<std::set<std::string>> m_open;
  std::string m_repeated;
};

size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

} // namespace

Result<json> parseJson(std::string_view text, std::string_view document) {
  RepeatedNames names;
  json value;
  try {
    value = json::parse(text, std::ref(names));
  } catch (const json::parse_error &error) {
    return fail(ErrorCode::InvalidFormat, withoutLibraryPrefix(error.what()),
                placeText(document, textPosition(text, error.byte > 0 ? error.byte - 1 : 0)));
  } catch (const json::exception &error) {
    return fail(ErrorCode::InvalidFormat, withoutLibraryPrefix(error.what()),
                std::string(document));
  }
  if (!names.repeated().empty())
    return fail(ErrorCode::InvalidFormat,
                "the field '" + names.repeated() + "' is given twice in one object",
                std::string(document));
  return value;
}

std::string_view nearestName(std::string_view name, std::span<const std::string_view> candidates) {
  std::string_view best;
  // A third of the letters may be wrong, two in short names, but never all of them.
  size_t bestDistance = std::min(std::max<size_t>(2, name.size() / 3) + 1, name.size());
  for (std::string_view candidate : candidates)
    if (const size_t distance = editDistance(name, candidate); distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  return best;
}

std::string nameHint(std::string_view name, std::span<const std::string_view> candidates) {
  // A very long name is not a typing error, and the time of the distance is quadratic.
  if (name.size() < 64)
    if (const std::string_view nearest = nearestName(name, candidates); !nearest.empty())
      return "did you mean '" + std::string(nearest) + "'?";
  std::string hint = "known: ";
  for (std::string_view candidate : candidates)
    hint += (hint.ends_with(": ") ? "" : ", ") + std::string(candidate);
  return hint;
}

} // namespace pstudio
