// SPDX-License-Identifier: Apache-2.0
// Twin, checks, buffer, launch, and the hand-over to the drainer.
#include "collector/attach/shim/chosen_launch.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include <sys/syscall.h>
#include <unistd.h>

#include "collector/attach/shim/activity.h"
#include "collector/attach/shim/argument_list.h"
#include "collector/attach/shim/original_kernel.h"
#include "collector/attach/shim/process_facts.h"
#include "collector/attach/shim/record_buffer.h"
#include "collector/attach/shim/twin_attributes.h"
#include "collector/attach/shim/twin_request.h"

namespace pstudio::attach {

namespace {

/// Resources of one launch of a twin. prepare() acquires them step by step, the destructor releases
/// them.
class TwinLaunch {
public:
  TwinLaunch(Attachment &attachment, const LaunchCall &call, const NotedLaunch &chosen)
      : m_attachment(attachment), m_driver(attachment.driver), m_call(call), m_chosen(chosen),
        m_buffer(attachment) {}

  bool prepare();
  bool isPostponed() const { return m_isPostponed; }
  CuResult launch(const LaunchFunction &launch);
  void finish();

private:
  bool hasCapture();
  bool findKernels();
  bool findTwin();
  bool copyConstants();
  bool checkParameters();
  bool checkResources();
  bool checkResidency();
  bool spills() const { return m_resources.originalLocalBytes == 0 && m_resources.localBytes > 0; }
  bool openBuffer();
  void describe();
  void noteSpill(std::string_view code) {
    note(code, std::to_string(m_resources.localBytes) + " bytes of a thread");
  }
  std::string residencyText() const {
    return std::to_string(m_residency.ctas) + " CTAs, " + std::to_string(m_residency.original) +
           " run at once without records and " + std::to_string(m_residency.twin) + " with them";
  }
  std::string sizesText() const;
  void note(std::string_view code, std::string text = {}) {
    m_attachment.notify(code, m_chosen.handle.kernel, m_chosen.number, std::move(text));
  }

  Attachment &m_attachment;
  const DriverApi &m_driver;
  const LaunchCall &m_call;
  const NotedLaunch &m_chosen;
  const uint64_t m_begin = nowNs();
  uint64_t m_launchBegin = 0, m_launchEnd = 0;
  std::optional<OfferedTwin> m_offer;
  bool m_isPostponed = false;
  DeviceContext *m_context = nullptr;
  LoadedTwin m_twin;
  OriginalKernel m_original;
  KernelResources m_resources;
  Residency m_residency;
  std::vector<std::string> m_rejectedHints; ///< attributes that the twin does not have
  std::optional<ParameterLayout> m_layout;  ///< of the twin
  ArgumentList m_arguments;
  RecordBuffer m_buffer;
};

// A capture that began through a function without a hook.
bool TwinLaunch::hasCapture() {
  int status = kCuCaptureStatusNone;
  const CuResult result = m_driver.cuStreamIsCapturing(m_call.stream, &status);
  if (result == CuResult::Success && status == kCuCaptureStatusNone)
    return false;
  if (result == CuResult::Success)
    note("captured");
  else
    note("driver.error", m_driver.describe("cuStreamIsCapturing", result));
  return true;
}

bool TwinLaunch::findKernels() {
  std::string problem;
  m_context = m_attachment.contexts.current(problem);
  if (!m_context) {
    note("driver.error", std::move(problem));
    return false;
  }
  m_original = originalKernel(m_driver, m_call, m_chosen.handle.isLibraryKernel, m_context->device);
  if (!m_original.function || !hasName(m_driver, m_original, m_chosen.handle.kernel->name)) {
    m_attachment.kernels.forgetHandle(m_call.function);
    note("driver.error", "the handle of the kernel is another kernel's now");
    return false;
  }
  return findTwin();
}

// With its variables: those that the original has in this context.
bool TwinLaunch::findTwin() {
  std::string problem;
  const auto addresses = variableAddresses(m_driver, m_original, m_offer->twin.variables, problem);
  if (!addresses) {
    note("code.variable", std::move(problem));
    return false;
  }
  const OwnWork own(m_attachment.activity);
  auto twin =
      m_attachment.contexts.twin(*m_context, m_offer->twin, *addresses, m_offer->code, problem);
  if (!twin) {
    note("driver.error", std::move(problem));
    return false;
  }
  m_twin = *std::move(twin);
  return true;
}

// On the launch's stream: the original would read what is there at its turn.
bool TwinLaunch::copyConstants() {
  std::string problem;
  const OwnWork own(m_attachment.activity);
  if (copyVariables(m_driver, m_twin.copies, m_call.stream, problem))
    return true;
  note("driver.error", std::move(problem));
  return false;
}

bool TwinLaunch::checkParameters() {
  const uint32_t count = m_offer->twin.parameters;
  const uint32_t added = m_offer->twin.blockBytes > 0 ? 1 : 0;
  const auto original = parametersOf(m_driver, m_original.handle, m_original.isLibraryKernel);
  m_layout = parametersOf(m_driver, m_twin.function, false);
  const bool isRight = (!original || original->count == count) &&
                       (!m_layout || m_layout->count == count + added) &&
                       (!m_layout || added == 0 || m_layout->lastBytes == sizeof(CuDevicePointer));
  if (!isRight)
    note("twin.failed", "its parameters are not those of the kernel");
  return isRight;
}

bool TwinLaunch::checkResources() {
  GivenAttributes given =
      giveAttributes(m_driver, m_original, m_twin.function, m_call.dynamicSharedBytes);
  if (!given.code.empty()) {
    note(given.code, std::move(given.text));
    return false;
  }
  m_rejectedHints = std::move(given.rejectedHints);
  m_resources = resourcesOf(m_driver, m_original, m_twin.function);
  const bool isRight = !spills() || !m_call.isCooperative;
  if (!isRight)
    noteSpill("spill");
  return isRight && checkResidency();
}

// CTAs that wait for others, which cannot start, would wait for ever.
bool TwinLaunch::checkResidency() {
  m_residency = residencyOf(m_driver, m_original, m_twin.function, m_call);
  if (!m_residency.isLost())
    return true;
  std::string reason = formOfWait(m_driver, m_original, m_call);
  if (reason.empty())
    reason = m_offer->twin.mayWait;
  if (reason.empty())
    return true;
  note("cooperative", reason + "; " + residencyText());
  return false;
}

bool TwinLaunch::openBuffer() {
  const Twin &twin = m_offer->twin;
  if (twin.blockBytes > 0 && twin.recordedCtas == 0) {
    note("twin.failed", "it records no CTA");
    return false;
  }
  // Neither factor is trusted: their product must not wrap around.
  if (twin.blockBytes > 0 && twin.blockBytes > UINT64_MAX / 2 / twin.recordedCtas) {
    note("memory.limit");
    return false;
  }
  auto problem = m_buffer.open(*m_context, twin.blockBytes * twin.recordedCtas, m_call.stream);
  if (!problem.code.empty()) {
    note(problem.code, std::move(problem.text));
    return false;
  }
  if (twin.blockBytes == 0) {
    m_arguments.pass(m_call);
    return true;
  }
  const auto offset = m_layout ? std::optional(m_layout->lastOffset) : std::nullopt;
  if (m_arguments.lengthen(m_call, twin.parameters, offset, m_buffer.address()))
    return true;
  note("twin.failed", "the arguments of the launch cannot be read");
  return false;
}

void TwinLaunch::describe() {
  RecordHeader &header = m_buffer.header();
  header.process = static_cast<uint32_t>(getpid());
  header.kernel = m_chosen.handle.kernel->number;
  header.twin = m_offer->twin.twin;
  header.device = static_cast<uint32_t>(m_context->device);
  header.launch = m_chosen.number;
  header.grid = m_call.grid;
  header.block = m_call.block;
  header.cluster = clusterOf(m_driver, m_original, m_call);
  header.dynamicSharedBytes = m_call.dynamicSharedBytes;
  header.stream = reinterpret_cast<uint64_t>(m_call.stream);
  header.thread = static_cast<uint64_t>(syscall(SYS_gettid));
  header.blockBytes = m_offer->twin.blockBytes;
  header.recordedCtas = m_offer->twin.recordedCtas;
  header.registers = m_resources.registers;
  header.originalRegisters = m_resources.originalRegisters;
  header.localBytes = m_resources.localBytes;
  header.originalLocalBytes = m_resources.originalLocalBytes;
  header.residentCtas = m_residency.twin;
  header.originalResidentCtas = m_residency.original;
  m_driver.cuDeviceGetAttribute(&header.smClockKHz, CuDeviceAttribute::ClockRate,
                                m_context->device);
  m_driver.cuDeviceGetName(header.deviceName.data(), static_cast<int>(header.deviceName.size()),
                           m_context->device);
  header.deviceName.back() = '\0';
}

bool TwinLaunch::prepare() {
  const CaptureGuard guard(m_driver);
  if (hasCapture())
    return false;
  TwinReply reply = requestTwin(m_attachment, m_call, m_chosen);
  m_isPostponed = reply.isPostponed;
  m_offer = std::move(reply.offer);
  if (!m_offer || !findKernels() || !checkParameters() || !checkResources() || !openBuffer() ||
      !copyConstants())
    return false;
  describe();
  return true;
}

/// Resources for whose shortage a driver rejects a launch.
std::string TwinLaunch::sizesText() const {
  const uint64_t threads = uint64_t(m_call.block[0]) * m_call.block[1] * m_call.block[2];
  return std::to_string(threads) + " threads with " + std::to_string(m_resources.registers) +
         " registers and " + std::to_string(m_resources.localBytes) + " bytes of local memory (" +
         std::to_string(m_resources.originalRegisters) + " and " +
         std::to_string(m_resources.originalLocalBytes) + " without records), " +
         std::to_string(m_call.dynamicSharedBytes) + " bytes of dynamic shared memory";
}

CuResult TwinLaunch::launch(const LaunchFunction &launch) {
  m_launchBegin = nowNs();
  const CuResult result = launch(m_twin.function, m_arguments.parameters(), m_arguments.extra());
  m_launchEnd = nowNs();
  if (m_call.keepsRecords && *m_call.keepsRecords)
    m_buffer.keepMemory();
  if (result != CuResult::Success)
    note("driver.error", m_driver.describe("launch", result) + "; " + sizesText());
  return result;
}

void TwinLaunch::finish() {
  const CaptureGuard guard(m_driver);
  m_chosen.handle.kernel->counters->recorded.fetch_add(1, std::memory_order_relaxed);
  RecordHeader &header = m_buffer.header();
  header.launchBegin = m_launchBegin;
  header.launchEnd = m_launchEnd;
  PendingRecords records = m_buffer.take();
  records.kernel = m_chosen.handle.kernel;
  records.launch = m_chosen.number;
  records.recordResult = m_driver.cuEventRecord(records.done, m_call.stream);
  header.hostCost = m_launchBegin - m_begin + (nowNs() - m_launchEnd);
  m_attachment.drainer.add(std::move(records));
  if (spills())
    noteSpill("spill.recorded");
  if (m_residency.isLost())
    note("residency.recorded", residencyText());
  for (std::string &hint : m_rejectedHints)
    note("attribute.recorded", std::move(hint));
}

} // namespace

CuResult launchChosen(Attachment &attachment, const LaunchCall &call, const NotedLaunch &chosen,
                      const LaunchFunction &launch) {
  bool hasFailed = true;
  {
    TwinLaunch twin(attachment, call, chosen);
    if (twin.prepare() && twin.launch(launch) == CuResult::Success) {
      twin.finish();
      return CuResult::Success;
    }
    hasFailed = !twin.isPostponed();
  } // what the twin had is given back before the original runs
  if (hasFailed)
    countFailure(attachment, *chosen.handle.kernel);
  return launch(call.function, call.parameters, call.extra);
}

} // namespace pstudio::attach
