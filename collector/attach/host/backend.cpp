// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/backend.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include "core/base/json_text.h"

namespace pstudio::attach {
namespace {

/// Limit of an answer, which is one line.
constexpr size_t kMaxAnswerBytes = size_t{1} << 20;

/// Environment of the helper: no preloaded library, no GPU, and no access to the user's cache.
Environment helperEnvironment(const Backend::Settings &settings, const PythonProgram &python) {
  Environment environment = settings.environment;
  for (const char *name : {"LD_PRELOAD", "PYTHONSTARTUP", "TRITON_INTERPRET"})
    environment.remove(name);
  environment.remove(kSocketVariable);
  environment.set("CUDA_VISIBLE_DEVICES", "");
  environment.set("TRITON_CACHE_DIR", (settings.raw / "triton").string());
  environment.set("TMPDIR", settings.raw.string());
  environment.set("PYTHONDONTWRITEBYTECODE", "1");
  std::string path = settings.package.string();
  for (const std::string &folder : python.path)
    if (!folder.empty())
      path += ":" + folder;
  if (python.path.empty())
    environment.prepend("PYTHONPATH", path);
  else
    environment.set("PYTHONPATH", path);
  return environment;
}

std::string lineOf(const BackendOrder &order) {
  return jsonText(nlohmann::json{{"llir", order.llvmIr.string()},
                                 {"metadata", order.metadata.string()},
                                 {"cubin", order.cubin.string()},
                                 {"name", order.kernel}}) +
         "\n";
}

} // namespace

Backend::Backend(PythonProgram python, Settings settings)
    : m_python(std::move(python)), m_settings(std::move(settings)) {}

Backend::~Backend() {
  end();
}

void Backend::end() {
  m_talk.close();
  m_received.clear();
  m_helper.reset();
}

Result<void> Backend::start() {
  std::array<int, 2> ends{-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return fail(ErrorCode::Io, std::string("cannot make a socket: ") + std::strerror(errno));
  Descriptor ours(ends[0]);
  const Descriptor theirs(ends[1]);
  const std::filesystem::path log = m_settings.raw / "backend.log";
  const Descriptor errors(::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600));
  ChildStart start;
  start.words = {m_python.executable, "-m", "proton_studio.backend"};
  start.environment = helperEnvironment(m_settings, m_python).variables();
  start.input = start.output = theirs.get();
  start.error = errors.get();
  PSTUDIO_TRY_ASSIGN(ChildProcess helper, ChildProcess::start(start));
  m_helper.emplace(std::move(helper));
  m_talk = std::move(ours);
  return {};
}

Result<std::string> Backend::readLine() {
  for (;;) {
    if (const size_t end = m_received.find('\n'); end != std::string::npos) {
      std::string line = m_received.substr(0, end);
      m_received.erase(0, end + 1);
      return line;
    }
    if (m_received.size() > kMaxAnswerBytes)
      return fail(ErrorCode::RunFailed, "the back end wrote no end of a line");
    std::array<pollfd, 2> entries{{{m_talk.get(), POLLIN, 0}, {m_settings.cancel, POLLIN, 0}}};
    const int ready =
        ::poll(entries.data(), entries.size(), static_cast<int>(m_settings.silence.count()));
    if (ready < 0 && errno == EINTR)
      continue;
    if (entries[1].revents != 0)
      return fail(ErrorCode::Cancelled, "the program ended before");
    if (ready <= 0)
      return fail(ErrorCode::RunFailed, "the back end did not answer in " +
                                            std::to_string(m_settings.silence.count()) +
                                            " milliseconds");
    std::array<char, 4096> bytes{};
    const ssize_t count = ::recv(m_talk.get(), bytes.data(), bytes.size(), 0);
    if (count <= 0)
      return fail(ErrorCode::RunFailed, "the back end ended",
                  (m_settings.raw / "backend.log").string());
    m_received.append(bytes.data(), static_cast<size_t>(count));
  }
}

Result<std::string> Backend::ask(const std::string &line) {
  if (!m_helper)
    PSTUDIO_TRY(start());
  std::string_view left = line;
  while (!left.empty()) {
    const ssize_t sent = ::send(m_talk.get(), left.data(), left.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR)
      continue;
    if (sent <= 0)
      return fail(ErrorCode::RunFailed, "the back end ended",
                  (m_settings.raw / "backend.log").string());
    left.remove_prefix(static_cast<size_t>(sent));
  }
  return readLine();
}

Result<std::string> Backend::make(const BackendOrder &order) {
  const std::lock_guard lock(m_mutex);
  Result<std::string> answer = ask(lineOf(order));
  if (!answer) {
    end();
    return tl::unexpected(std::move(answer).error());
  }
  const nlohmann::json json = nlohmann::json::parse(*answer, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) {
    end();
    return fail(ErrorCode::RunFailed, "the back end wrote: " + *answer);
  }
  if (const auto ok = json.find("ok"); ok != json.end() && *ok == true) {
    const auto version = json.find("triton");
    return version != json.end() && version->is_string() ? "Triton " + version->get<std::string>()
                                                         : std::string("Triton");
  }
  const auto error = json.find("error");
  return fail(ErrorCode::CompileFailed, error != json.end() && error->is_string()
                                            ? error->get<std::string>()
                                            : "the back end gave no reason");
}

} // namespace pstudio::attach
