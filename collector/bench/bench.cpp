// SPDX-License-Identifier: Apache-2.0
// Which sections a target has, and running them one by one.
#include "collector/bench.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <span>
#include <thread>

#include "collector/bench/sections.h"
#include "collector/bench/stopwatch.h"
#include "collector/runtime/cuda/driver_error.h"
#include "core/base/date.h"

namespace pstudio::bench {
namespace {

using calibration::MeasuringDevice;

struct GpuSection {
  const char *name;
  const char *title;
  Result<void> (*measure)(const Request &, MeasuringDevice &, Section &);
};
constexpr std::array<GpuSection, 9> kGpuSections{{
    {"floor", "cycles per record, written by hand", measureFloors},
    {"records", "cycles per record", measureRecords},
    {"calibration", "cost of a record", measureCalibration},
    {"residual", "error of a region's length", measureResiduals},
    {"overhead", "what recording adds to the examples", measureOverhead},
    {"modes", "what each way to record adds to the examples", measureModes},
    {"launch", "what a launch costs", measureLaunches},
    {"clock", "cycles to nanoseconds", measureClocks},
    {"capture", "millions of slices to a file", measureCapture},
}};

struct HostSection {
  const char *name;
  const char *title;
  Result<void> (*measure)(const Request &, Section &);
};
constexpr std::array<HostSection, 1> kHostSections{{
    {"capture", "millions of slices to a file, of records made on the host",
     measureSyntheticCapture},
}};

bool isCuda(const std::string &target) {
  return target == "cuda" || target.rfind("cuda:", 0) == 0;
}

using Environment = std::vector<std::pair<std::string, std::string>>;

/// The model of the first processor on Linux; "unknown" elsewhere.
std::string processorName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0)
      if (const size_t colon = line.find(": "); colon != std::string::npos)
        return line.substr(colon + 2);
  return "unknown";
}

std::string buildKind() {
#ifdef NDEBUG
  return "release";
#else
  return "with checks";
#endif
}

/// Date (UTC), version, host processor and its threads.
Environment describeHost() {
  return {{"date", currentDate()},
          {"version", "Proton Studio " PSTUDIO_VERSION ", built " + buildKind()},
          {"host", processorName() + ", " + std::to_string(std::thread::hardware_concurrency()) +
                       " threads"}};
}

/// The device, the driver's API version and the architecture that kernels are compiled for.
Environment describeDevice(const cuda::Driver &driver, const cuda::DeviceInfo &device,
                           const nvidia::Architecture &architecture) {
  return {{"chip", device.name},
          {"compute capability", std::to_string(device.major) + "." + std::to_string(device.minor)},
          {"SMs", std::to_string(device.smCount)},
          {"driver API", cuda::versionText(driver.version())},
          {"architecture", architecture.name}};
}

/// The device that is measured.
struct Gpu {
  std::shared_ptr<const cuda::Driver> driver;
  cuda::DeviceInfo device;
  nvidia::Architecture architecture;
};

Result<Gpu> findGpu(const Request &request) {
  const std::string &target = request.target;
  Gpu gpu;
  PSTUDIO_TRY_ASSIGN(gpu.driver, request.driver.empty() ? cuda::Driver::open()
                                                        : cuda::Driver::open(request.driver));
  PSTUDIO_TRY_ASSIGN(const std::vector<cuda::DeviceInfo> devices, gpu.driver->devices());
  gpu.device = devices.front();
  const size_t colon = target.find(':');
  if (colon == std::string::npos) {
    PSTUDIO_TRY_ASSIGN(gpu.architecture,
                       nvidia::architectureForDevice(gpu.device.major, gpu.device.minor));
    return gpu;
  }
  PSTUDIO_TRY_ASSIGN(gpu.architecture, nvidia::architectureNamed(target.substr(colon + 1)));
  PSTUDIO_TRY(nvidia::checkRunsOn(gpu.architecture, gpu.device.major, gpu.device.minor));
  return gpu;
}

Result<void> checkSections(const Request &request) {
  const std::vector<SectionName> known = sectionsOf(request.target);
  if (request.target.starts_with("hip"))
    return fail(ErrorCode::Unsupported, "the benchmark is not built for AMD GPUs", {},
                "run one specification with --mode none and with records: the logs have the times "
                "and registers of both");
  if (known.empty())
    return fail(ErrorCode::Unsupported, "there is no target \"" + request.target + "\"", {},
                "cuda, cuda:<architecture> or cpu");
  std::string names;
  for (const SectionName &section : known)
    names += (names.empty() ? "" : ", ") + section.name;
  for (const std::string &name : request.sections)
    if (std::none_of(known.begin(), known.end(), [&](const auto &k) { return k.name == name; }))
      return fail(ErrorCode::InvalidInput,
                  "target " + request.target + " has no section \"" + name + "\"", {},
                  "there are: " + names);
  return {};
}

bool isWanted(const Request &request, std::string_view name) {
  return request.sections.empty() || std::find(request.sections.begin(), request.sections.end(),
                                               name) != request.sections.end();
}

/// Runs one section, whatever it does, and hands it on.
template <class Measure>
void runSection(const char *name, const char *title, const Measure &measure, Report &report,
                const Listener &listener) {
  Section section;
  section.name = name;
  section.title = title;
  const Stopwatch watch;
  if (const Result<void> measured = measure(section); !measured)
    section.failure = measured.error();
  section.seconds = watch.seconds();
  report.sections.push_back(std::move(section));
  listener.ended(report.sections.back());
}

void runOnGpu(const Request &request, const Gpu &gpu, Report &report, const Listener &listener) {
  for (const GpuSection &entry : kGpuSections) {
    if (!isWanted(request, entry.name))
      continue;
    // A context for each: a fault in one section is not the next one's.
    const auto measure = [&](Section &section) -> Result<void> {
      PSTUDIO_TRY_ASSIGN(const cuda::Context context,
                         cuda::Context::open(gpu.driver, gpu.device.index));
      PSTUDIO_TRY_ASSIGN(MeasuringDevice device, MeasuringDevice::open(context, gpu.architecture));
      return entry.measure(request, device, section);
    };
    runSection(entry.name, entry.title, measure, report, listener);
  }
}

} // namespace

std::vector<SectionName> sectionsOf(const std::string &target) {
  std::vector<SectionName> names;
  if (isCuda(target))
    for (const GpuSection &section : kGpuSections)
      names.push_back({section.name, section.title});
  if (target == "cpu")
    for (const HostSection &section : kHostSections)
      names.push_back({section.name, section.title});
  return names;
}

Result<Report> run(const Request &request, const Listener &listener) {
  PSTUDIO_TRY(checkSections(request));
  Report report;
  report.environment = describeHost();
  if (isCuda(request.target)) {
    PSTUDIO_TRY_ASSIGN(const Gpu gpu, findGpu(request));
    const Environment device = describeDevice(*gpu.driver, gpu.device, gpu.architecture);
    report.environment.insert(report.environment.end(), device.begin(), device.end());
    listener.began(report);
    runOnGpu(request, gpu, report, listener);
    return report;
  }
  listener.began(report);
  for (const HostSection &entry : kHostSections)
    if (isWanted(request, entry.name))
      runSection(
          entry.name, entry.title,
          [&](Section &section) { return entry.measure(request, section); }, report, listener);
  return report;
}

} // namespace pstudio::bench
