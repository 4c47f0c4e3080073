// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/twin_maker.h"

#include <cerrno>
#include <cstring>
#include <sys/eventfd.h>

#include "core/base/file_bytes.h"

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;

TwinOutcome problem(std::string code, std::string detail) {
  return {nullptr, {std::move(code), std::move(detail)}};
}

Result<std::string> textOf(const fs::path &path) {
  PSTUDIO_TRY_ASSIGN(const FileBytes bytes, FileBytes::read(path));
  return std::string(reinterpret_cast<const char *>(bytes.bytes().data()), bytes.bytes().size());
}

constexpr std::string_view kErrorMark = "error: ";
constexpr std::string_view kNoteMark = "note: ";

/// The lines that begin with `mark`, without it.
std::vector<std::string> linesWith(std::string_view mark, std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    if (text.starts_with(mark))
      lines.emplace_back(text.substr(mark.size(), end - mark.size()));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// The words of a tool that failed.
std::string reasonIn(const ChildEnd &end) {
  const std::vector<std::string> errors = linesWith(kErrorMark, end.output);
  if (!errors.empty())
    return errors.front();
  return "exit code " + std::to_string(end.exitCode) +
         (end.output.empty() ? "" : ": " + end.output.substr(0, end.output.find('\n')));
}

/// The kernel's part of a table, which may hold several.
Result<record::InstrumentedKernelEntry> entryOf(const std::string &kernel, const fs::path &table) {
  PSTUDIO_TRY_ASSIGN(const std::string text, textOf(table));
  PSTUDIO_TRY_ASSIGN(record::InstrumentTable read,
                     record::instrumentTableFrom(text, table.string()));
  for (record::InstrumentedKernelEntry &entry : read.kernels)
    if (entry.name == kernel)
      return std::move(entry);
  return fail(ErrorCode::InvalidFormat, "the file has no kernel " + kernel, table.string());
}

} // namespace

TwinMaker::TwinMaker(Settings settings)
    : m_settings(std::move(settings)), m_folders(cacheFolders(m_settings.environment)) {}

Result<std::unique_ptr<TwinMaker>> TwinMaker::make(Settings settings) {
  std::unique_ptr<TwinMaker> maker(new TwinMaker(std::move(settings)));
  maker->m_done = Descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  maker->m_cancel = Descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!maker->m_done.isOpen() || !maker->m_cancel.isOpen())
    return fail(ErrorCode::Io, std::string("cannot make an event: ") + std::strerror(errno));
  for (unsigned i = 0; i < maker->m_settings.threads; ++i)
    maker->m_threads.emplace_back([&maker = *maker] { maker.work(); });
  return maker;
}

TwinMaker::~TwinMaker() {
  {
    const std::lock_guard lock(m_mutex);
    m_isEnding = true;
  }
  m_wake.notify_all();
  if (m_cancel.isOpen())
    ::eventfd_write(m_cancel.get(), 1);
  for (std::thread &thread : m_threads)
    thread.join();
}

void TwinMaker::order(uint32_t id, TwinOrder order) {
  {
    const std::lock_guard lock(m_mutex);
    m_waiting.emplace_back(id, std::move(order));
  }
  m_wake.notify_one();
}

std::vector<std::pair<uint32_t, TwinOutcome>> TwinMaker::takeDone() {
  eventfd_t ignored = 0;
  ::eventfd_read(m_done.get(), &ignored);
  const std::lock_guard lock(m_mutex);
  return std::exchange(m_finished, {});
}

void TwinMaker::work() {
  std::unique_lock lock(m_mutex);
  for (;;) {
    m_wake.wait(lock, [this] { return m_isEnding || !m_waiting.empty(); });
    if (m_isEnding)
      return;
    const auto [id, order] = std::move(m_waiting.front());
    m_waiting.pop_front();
    lock.unlock();
    TwinOutcome outcome = make(order, id);
    lock.lock();
    m_finished.emplace_back(id, std::move(outcome));
    ::eventfd_write(m_done.get(), 1);
  }
}

Backend &TwinMaker::backendOf(const PythonProgram &python) {
  const std::lock_guard lock(m_mutex);
  std::unique_ptr<Backend> &backend = m_backends[python];
  if (!backend)
    backend =
        std::make_unique<Backend>(python, Backend::Settings{.package = m_settings.package,
                                                            .raw = m_settings.raw,
                                                            .environment = m_settings.environment,
                                                            .cancel = m_cancel.get()});
  return *backend;
}

Result<void> TwinMaker::compile(const TwinOrder &order, const KernelFiles &,
                                const BackendOrder &job, TwinCode &code) {
  if (order.python.executable.empty())
    return fail(ErrorCode::Unsupported, "the program has no Python");
  PSTUDIO_TRY_ASSIGN(code.backEnd, backendOf(order.python).make(job));
  PSTUDIO_TRY_ASSIGN(code.cubin, textOf(job.cubin));
  return {};
}

TwinOutcome TwinMaker::make(const TwinOrder &order, uint32_t id) {
  const FoundCode found = findCode(order.image, m_folders);
  if (!found.files)
    return {nullptr, found.problem};
  const std::string stem = (m_settings.raw / ("twin-" + std::to_string(id))).string();
  const BackendOrder job{stem + ".llir", found.files->metadata, stem + ".cubin", order.image.name};
  ChildStart start;
  start.words = {m_settings.program.string(), "instrument", found.files->llvmIr.string(), "-o",
                 job.llvmIr.string(),         "--mode",     order.mode.toString()};
  start.environment = m_settings.environment.variables();
  const Result<ChildEnd> end = runToEnd(std::move(start), m_settings.toolLimit, m_cancel.get());
  if (!end)
    return problem("twin.failed", end.error().toString());
  if (end->exitCode != 0)
    return problem("code.rejected", reasonIn(*end));
  auto code = std::make_shared<TwinCode>();
  code->mode = order.mode;
  code->notes = linesWith(kNoteMark, end->output);
  Result<record::InstrumentedKernelEntry> entry = entryOf(order.image.name, stem + ".llir.json");
  if (!entry)
    return problem("code.rejected", entry.error().toString());
  code->entry = *std::move(entry);
  if (code->entry.unitCount == 0)
    return problem("nothing.recorded", order.mode.toString());
  if (!order.onlyTries)
    if (const Result<void> compiled = compile(order, *found.files, job, *code); !compiled)
      return problem("twin.failed", compiled.error().toString());
  return {std::move(code), {}};
}

} // namespace pstudio::attach
