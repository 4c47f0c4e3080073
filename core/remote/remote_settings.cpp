// SPDX-License-Identifier: Apache-2.0
#include "core/remote/remote_settings.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "core/base/file_bytes.h"
#include "core/base/json_fields.h"
#include "core/base/output_file.h"
#include "core/remote/command_words.h"
#include "core/run/target_place.h"

namespace pstudio {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr uint64_t kMostFileBytes = 1u << 20;
constexpr size_t kMaxRemotes = 256;
constexpr int64_t kLongestLimit = 3600; ///< [s]

template <FieldsOwner<RemoteTarget> T> constexpr auto fieldsOf(T &remote) {
  auto &[name, command, environment, connectLimit, silenceLimit] = remote;
  constexpr FieldRule kLimits = within(1, kLongestLimit);
  return std::tuple(Field{"name", name}, Field{"command", command},
                    Field{"environment", environment}.omittedIf(environment.empty()),
                    Field{"connect_limit_s", connectLimit, kLimits}.optional(),
                    Field{"silence_limit_s", silenceLimit, kLimits}.optional());
}

static std::optional<FieldProblem> problemOf(const RemoteTarget &remote) {
  if (const Result<void> valid = validateRemote(remote); !valid)
    return FieldProblem{{}, valid.error().message, valid.error().hint};
  return std::nullopt;
}

template <FieldsOwner<RemoteSettings> T> constexpr auto fieldsOf(T &settings) {
  return std::tuple(Field{"remotes", settings.remotes, atMost(kMaxRemotes)}.optional());
}

/// A name that occurs twice.
static std::optional<FieldProblem> problemOf(const RemoteSettings &settings) {
  std::set<std::string_view> names;
  for (size_t i = 0; i < settings.remotes.size(); ++i)
    if (const std::string &name = settings.remotes[i].name; !names.insert(name).second)
      return FieldProblem{"remotes[" + std::to_string(i) + "]",
                          "duplicate remote name '" + name + "'"};
  return std::nullopt;
}

namespace {

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
  else if (remotes.size() == kMaxRemotes)
    return fail(ErrorCode::InvalidInput,
                "there are " + std::to_string(kMaxRemotes) + " remotes already");
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
  const std::string_view text = bytes.text();
  PSTUDIO_TRY_ASSIGN(const nlohmann::json json, parseJson(text, file.string()));
  RemoteSettings settings;
  PSTUDIO_TRY(fromJson(JsonField(json, file.string()), settings));
  return settings;
}

Result<void> saveRemotes(const RemoteSettings &settings, const fs::path &file) {
  std::error_code error;
  if (file.has_parent_path())
    fs::create_directories(file.parent_path(), error);
  if (error)
    return fail(ErrorCode::Io, "cannot make the folder for settings: " + error.message(),
                file.parent_path().string());
  PSTUDIO_TRY_ASSIGN(OutputFile sink, OutputFile::open(file));
  PSTUDIO_TRY(sink.write(
      toJson<Json>(settings).dump(2, ' ', false, Json::error_handler_t::replace) + "\n"));
  return sink.commit();
}

} // namespace pstudio
