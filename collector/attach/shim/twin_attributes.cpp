// SPDX-License-Identifier: Apache-2.0
// Shared memory first, because a launch can fail by it; then clusters; hints last.
#include "collector/attach/shim/twin_attributes.h"

#include <algorithm>
#include <array>

namespace pstudio::attach {

namespace {

using F = CuFunctionAttribute;

struct NamedAttribute {
  F number;
  const char *name; ///< of CUfunction_attribute, without its prefix
};

constexpr NamedAttribute kDynamicShared{F::MaxDynamicSharedSizeBytes,
                                        "MAX_DYNAMIC_SHARED_SIZE_BYTES"};
/// The launch depends on these.
constexpr std::array kClusterAttributes{
    NamedAttribute{F::RequiredClusterWidth, "REQUIRED_CLUSTER_WIDTH"},
    NamedAttribute{F::RequiredClusterHeight, "REQUIRED_CLUSTER_HEIGHT"},
    NamedAttribute{F::RequiredClusterDepth, "REQUIRED_CLUSTER_DEPTH"},
    NamedAttribute{F::NonPortableClusterSizeAllowed, "NON_PORTABLE_CLUSTER_SIZE_ALLOWED"}};
constexpr std::array kHints{
    NamedAttribute{F::PreferredSharedMemoryCarveout, "PREFERRED_SHARED_MEMORY_CARVEOUT"},
    NamedAttribute{F::ClusterSchedulingPolicy, "CLUSTER_SCHEDULING_POLICY_PREFERENCE"}};

/// "cuFuncSetAttribute(MAX_DYNAMIC_SHARED_SIZE_BYTES, 232448): CUDA_ERROR_INVALID_VALUE".
std::string answerText(const DriverApi &driver, const NamedAttribute &attribute, int value,
                       CuResult result) {
  const std::string call =
      std::string("cuFuncSetAttribute(") + attribute.name + ", " + std::to_string(value) + ")";
  return driver.describe(call.c_str(), result);
}

/// Shared memory of both kernels in one launch.
class SharedMemory {
public:
  SharedMemory(const DriverApi &driver, const OriginalKernel &original, CuFunction twin,
               unsigned dynamicBytes)
      : m_driver(driver), m_twin(twin), m_dynamic(static_cast<int>(dynamicBytes)),
        m_wanted(original.attribute(driver, kDynamicShared.number)),
        m_originalStatic(std::max(original.attribute(driver, F::SharedSizeBytes), 0)),
        m_static(std::max(functionAttribute(driver, twin, F::SharedSizeBytes), 0)) {
    if (driver.cuDeviceGetAttribute(&m_limit, CuDeviceAttribute::MaxSharedMemoryPerBlockOptin,
                                    original.device) != CuResult::Success)
      m_limit = 0;
  }

  void give(GivenAttributes &given) const {
    if (m_limit > 0 && m_dynamic + m_static > m_limit) {
      given.code = "shared.limit";
      given.text = sizesText();
      return;
    }
    if (m_wanted < 0)
      return;
    const int most = m_limit > 0 ? std::min(m_wanted, m_limit - m_static) : m_wanted;
    CuResult result = set(most);
    int value = most;
    // The launch needs no more than this.
    if (result != CuResult::Success && m_dynamic < most) {
      value = m_dynamic;
      result = set(value);
    }
    if (result == CuResult::Success || has(m_dynamic))
      return;
    given.code = "driver.error";
    given.text = answerText(m_driver, kDynamicShared, value, result) + "; " + sizesText();
  }

private:
  bool has(int bytes) const {
    return functionAttribute(m_driver, m_twin, kDynamicShared.number) >= bytes;
  }

  CuResult set(int value) const {
    if (functionAttribute(m_driver, m_twin, kDynamicShared.number) == value)
      return CuResult::Success;
    return m_driver.cuFuncSetAttribute(m_twin, kDynamicShared.number, value);
  }

  std::string sizesText() const {
    return "the launch has " + std::to_string(m_dynamic) +
           " bytes of dynamic shared memory, the instrumented kernel " + std::to_string(m_static) +
           " bytes of static shared memory (the original " + std::to_string(m_originalStatic) +
           "), the device allows " + (m_limit > 0 ? std::to_string(m_limit) : std::string("-")) +
           " bytes for a CTA";
  }

  const DriverApi &m_driver;
  const CuFunction m_twin;
  const int m_dynamic;        ///< of the launch
  const int m_wanted;         ///< what the program allowed the original; -1: unknown
  const int m_originalStatic; ///< of the original
  const int m_static;         ///< of the twin
  int m_limit = 0;            ///< of both together; 0: the driver gave none
};

/// The driver's answer; empty if it is set, or equal, or unknown.
std::string copy(const DriverApi &driver, const OriginalKernel &original, CuFunction twin,
                 const NamedAttribute &attribute) {
  const int wanted = original.attribute(driver, attribute.number);
  if (wanted < 0 || wanted == functionAttribute(driver, twin, attribute.number))
    return {};
  const CuResult result = driver.cuFuncSetAttribute(twin, attribute.number, wanted);
  return result == CuResult::Success ? std::string()
                                     : answerText(driver, attribute, wanted, result);
}

} // namespace

GivenAttributes giveAttributes(const DriverApi &driver, const OriginalKernel &original,
                               CuFunction twin, unsigned dynamicSharedBytes) {
  GivenAttributes given;
  SharedMemory(driver, original, twin, dynamicSharedBytes).give(given);
  for (const NamedAttribute &attribute : kClusterAttributes) {
    if (!given.code.empty())
      return given;
    given.text = copy(driver, original, twin, attribute);
    if (!given.text.empty())
      given.code = "driver.error";
  }
  if (!given.code.empty())
    return given;
  for (const NamedAttribute &attribute : kHints)
    if (std::string answer = copy(driver, original, twin, attribute); !answer.empty())
      given.rejectedHints.push_back(std::move(answer));
  return given;
}

} // namespace pstudio::attach
