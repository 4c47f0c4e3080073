// SPDX-License-Identifier: Apache-2.0
#include "collector/activity/cupti/module_listener.h"

#include <utility>

namespace pstudio::cupti {
namespace {
constexpr const char *kDoing = "listening to modules";
}

Result<std::unique_ptr<ModuleListener>>
ModuleListener::begin(std::shared_ptr<const Library> library) {
  std::unique_ptr<ModuleListener> listener(new ModuleListener(std::move(library)));
  const Library &cupti = *listener->m_library;
  if (const CuptiResult r = cupti.api().cuptiSubscribe(&listener->m_subscriber,
                                                       &ModuleListener::onResource, listener.get());
      r != CuptiResult::Success) {
    listener->m_subscriber = nullptr;
    return tl::unexpected<Error>(cupti.error(r, "cuptiSubscribe", kDoing));
  }
  if (const CuptiResult r = cupti.api().cuptiEnableCallback(
          1, listener->m_subscriber, CallbackDomain::Resource, kModuleLoaded);
      r != CuptiResult::Success)
    return tl::unexpected<Error>(cupti.error(r, "cuptiEnableCallback", kDoing));
  return listener;
}

ModuleListener::~ModuleListener() {
  if (m_subscriber)
    m_library->api().cuptiUnsubscribe(m_subscriber);
}

void ModuleListener::onResource(void *listener, CallbackDomain domain, uint32_t id,
                                const void *data) {
  if (domain != CallbackDomain::Resource || id != kModuleLoaded)
    return;
  const auto *module =
      static_cast<const ModuleData *>(static_cast<const ResourceData *>(data)->descriptor);
  if (!module || !module->cubin)
    return;
  const auto *bytes = reinterpret_cast<const std::byte *>(module->cubin);
  static_cast<ModuleListener *>(listener)->m_cubins.emplace_back(bytes, bytes + module->cubinSize);
}

} // namespace pstudio::cupti
