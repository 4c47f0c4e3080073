// SPDX-License-Identifier: Apache-2.0
#include "core/remote/remote_settings.h"

#include <algorithm>
#include <cstdlib>

#include "core/base/file_bytes.h"
#include "core/base/json_field.h"
#include "core/base/output_file.h"
#include "core/remote/command_words.h"
#include "core/run/target_place.h"

namespace pstudio {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr uint64_t kMostFileBytes = 1u << 20;
constexpr size_t kMostRemotes = 256;
constexpr int64_t kLongestLimit = 3600; ///< [s]
constexpr std::string_view kRootFields[] = {"remotes"};
constexpr std::string_view kRemoteFields[] = {"name", "command", "environment", "connect_limit_s",
                                              "silence_limit_s"};

/// Reports the failure of a function without JSON at a field.
Result<void> at(const JsonField &field, Result<void> result) {
  if (result)
    return result;
  return field.error(result.error().message, result.error().hint);
}

Result<std::map<std::string, std::string>> environmentFrom(const JsonField &field,
                                                           const nlohmann::json &json) {
  if (!field.isObject())
    return field.error("expected an object of variables");
  std::map<std::string, std::string> environment;
  for (const auto &[name, value] : json.items()) {
    PSTUDIO_TRY_ASSIGN(const JsonField variable, field.member(name));
    PSTUDIO_TRY_ASSIGN(environment[name], variable.text());
  }
  return environment;
}

Result<RemoteTarget> remoteFrom(const JsonField &field, const nlohmann::json &json) {
  PSTUDIO_TRY(field.requireObject(kRemoteFields));
  RemoteTarget remote;
  PSTUDIO_TRY_ASSIGN(const JsonField name, field.member("name"));
  PSTUDIO_TRY_ASSIGN(remote.name, name.text());
  PSTUDIO_TRY_ASSIGN(const JsonField command, field.member("command"));
  PSTUDIO_TRY_ASSIGN(remote.command, command.text());
  if (const auto environment = field.find("environment")) {
    PSTUDIO_TRY_ASSIGN(remote.environment, environmentFrom(*environment, json["environment"]));
  }
  for (const auto &[limitName, limit] : {std::pair{"connect_limit_s", &remote.connectLimit},
                                         std::pair{"silence_limit_s", &remote.silenceLimit}})
    if (const auto limitField = field.find(limitName)) {
      PSTUDIO_TRY_ASSIGN(const int64_t seconds, limitField->integer(1, kLongestLimit));
      *limit = std::chrono::seconds(seconds);
    }
  PSTUDIO_TRY(at(field, validateRemote(remote)));
  return remote;
}

Result<RemoteSettings> settingsFrom(const nlohmann::json &json, const std::string &document) {
  const JsonField root(json, document);
  PSTUDIO_TRY(root.requireObject(kRootFields));
  RemoteSettings settings;
  const auto list = root.find("remotes");
  if (!list)
    return settings;
  PSTUDIO_TRY_ASSIGN(const std::vector<JsonField> remotes, list->elements(0, kMostRemotes));
  for (size_t i = 0; i < remotes.size(); ++i) {
    PSTUDIO_TRY_ASSIGN(RemoteTarget remote, remoteFrom(remotes[i], json["remotes"][i]));
    if (settings.find(remote.name))
      return remotes[i].error("duplicate remote name '" + remote.name + "'");
    settings.remotes.push_back(std::move(remote));
  }
  return settings;
}

Json toJson(const RemoteTarget &remote) {
  Json json{{"name", remote.name}, {"command", remote.command}};
  if (!remote.environment.empty())
    json["environment"] = remote.environment;
  json["connect_limit_s"] = remote.connectLimit.count();
  json["silence_limit_s"] = remote.silenceLimit.count();
  return json;
}

bool isVariable(const std::pair<const std::string, std::string> &variable) {
  const auto &[name, value] = variable;
  return !name.empty() && name.find('=') == std::string::npos &&
         name.find('\0') == std::string::npos && value.find('\0') == std::string::npos;
}

} // namespace

const RemoteTarget *RemoteSettings::find(std::string_view name) const {
  const auto found = std::ranges::find(remotes, name, &RemoteTarget::name);
  return found == remotes.end() ? nullptr : &*found;
}

Result<void> RemoteSettings::set(RemoteTarget remote) {
  PSTUDIO_TRY(validateRemote(remote));
  const auto found = std::ranges::find(remotes, remote.name, &RemoteTarget::name);
  if (found != remotes.end())
    *found = std::move(remote);
  else if (remotes.size() == kMostRemotes)
    return fail(ErrorCode::InvalidInput,
                "there are " + std::to_string(kMostRemotes) + " remotes already");
  else
    remotes.push_back(std::move(remote));
  return {};
}

Result<void> RemoteSettings::remove(std::string_view name) {
  PSTUDIO_TRY(require(name));
  std::erase_if(remotes, [&](const RemoteTarget &remote) { return remote.name == name; });
  return {};
}

Result<RemoteTarget> RemoteSettings::require(std::string_view name) const {
  if (const RemoteTarget *found = find(name))
    return *found;
  std::vector<std::string_view> names;
  for (const RemoteTarget &remote : remotes)
    names.push_back(remote.name);
  return fail(ErrorCode::InvalidInput, "there is no remote '" + std::string(name) + "'", {},
              names.empty() ? "add it: proton-collect remote add " + std::string(name) +
                                  " \"ssh HOST proton-collect worker\""
                            : nameHint(name, names));
}

Result<void> validateRemote(const RemoteTarget &remote) {
  if (!isRemoteName(remote.name))
    return fail(ErrorCode::InvalidInput, "invalid name of a remote: '" + remote.name + "'", {},
                "use letters, digits, '.', '_' and '-', at most 64");
  PSTUDIO_TRY(splitCommand(remote.command));
  if (!std::ranges::all_of(remote.environment, isVariable))
    return fail(ErrorCode::InvalidInput, "invalid name of an environment variable", {},
                "write it as NAME=VALUE");
  for (const std::chrono::seconds limit : {remote.connectLimit, remote.silenceLimit})
    if (limit.count() < 1 || limit.count() > kLongestLimit)
      return fail(ErrorCode::InvalidInput,
                  "a limit of " + std::to_string(limit.count()) + " s is out of range", {},
                  "use 1 to " + std::to_string(kLongestLimit));
  return {};
}

Result<fs::path> remoteSettingsFile() {
  const auto variable = [](const char *name) {
    const char *value = std::getenv(name);
    return fs::path(value ? value : "");
  };
  if (const fs::path file = variable(kRemotesFileVariable); !file.empty())
    return file;
  fs::path folder = variable("XDG_CONFIG_HOME");
  if (!folder.is_absolute()) // the standard: a relative one is to be ignored
    folder = variable("HOME").is_absolute() ? variable("HOME") / ".config" : fs::path();
  if (folder.empty())
    return fail(ErrorCode::Io, "cannot find a folder for settings", {},
                std::string("set XDG_CONFIG_HOME, HOME or ") + kRemotesFileVariable);
  return folder / "proton-studio" / "remotes.json";
}

Result<RemoteSettings> loadRemotes(const fs::path &file) {
  std::error_code error;
  if (fs::status(file, error).type() == fs::file_type::not_found)
    return RemoteSettings{};
  PSTUDIO_TRY_ASSIGN(const FileBytes bytes, FileBytes::read(file, kMostFileBytes));
  const std::string_view text(reinterpret_cast<const char *>(bytes.bytes().data()),
                              bytes.bytes().size());
  PSTUDIO_TRY_ASSIGN(const nlohmann::json json, parseJson(text, file.string()));
  return settingsFrom(json, file.string());
}

Result<void> saveRemotes(const RemoteSettings &settings, const fs::path &file) {
  Json list = Json::array();
  for (const RemoteTarget &remote : settings.remotes)
    list.push_back(toJson(remote));
  std::error_code error;
  if (file.has_parent_path())
    fs::create_directories(file.parent_path(), error);
  if (error)
    return fail(ErrorCode::Io, "cannot make the folder for settings: " + error.message(),
                file.parent_path().string());
  PSTUDIO_TRY_ASSIGN(OutputFile sink, OutputFile::open(file));
  PSTUDIO_TRY(sink.write(
      Json{{"remotes", list}}.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"));
  return sink.commit();
}

} // namespace pstudio
