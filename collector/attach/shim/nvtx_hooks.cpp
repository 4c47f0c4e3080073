// SPDX-License-Identifier: Apache-2.0
// Ranges of NVTX: each library of the program that uses NVTX loads the library that
// NVTX_INJECTION64_PATH names and calls its InitializeInjectionNvtx2. The server sets the variable
// to this library for --range scope=NAME only, since without a tool a range costs one load.
#include <atomic>
#include <string>
#include <string_view>

#include "collector/attach/shim/attachment.h"
#include "collector/attach/shim/hooks.h"
#include "collector/attach/shim/host_path.h"
#include "collector/vendor/nvtx_types.h"

namespace pstudio::attach {

namespace {

using nvtx::EventAttributes;
using nvtx::Handle;
using nvtx::RangeId;

constexpr std::string_view kUnnamedRange = "<range>";

constinit std::atomic<uintptr_t> s_domains = 0;

/// The text as UTF-8. Numbers that are no characters become U+FFFD.
std::string utf8(const wchar_t *text) {
  std::string bytes;
  for (; *text; ++text) {
    auto code = static_cast<uint32_t>(*text);
    if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
      code = 0xFFFD;
    const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    constexpr uint8_t kHead[] = {0, 0xC0, 0xE0, 0xF0};
    bytes += static_cast<char>(kHead[more] | (code >> (6 * more)));
    for (int i = more - 1; i >= 0; --i)
      bytes += static_cast<char>(0x80 | ((code >> (6 * i)) & 0x3F));
  }
  return bytes;
}

uint32_t numberOf(std::string_view text) {
  return HostPath::text(text.empty() ? kUnnamedRange : text.substr(0, kMaxTextBytes));
}
uint32_t numberOf(const char *text) {
  return numberOf(std::string_view(text ? text : ""));
}
uint32_t numberOf(const wchar_t *text) {
  return text ? numberOf(std::string_view(utf8(text))) : numberOf(std::string_view());
}

/// A registered string is the number of its text.
Handle handleOf(uint32_t text) {
  return reinterpret_cast<Handle>(static_cast<uintptr_t>(text));
}

uint32_t numberOf(const EventAttributes *event) {
  constexpr size_t kLeastBytes = offsetof(EventAttributes, message) + sizeof(void *);
  if (!event || event->size < kLeastBytes)
    return numberOf(std::string_view());
  switch (event->messageType) {
  case nvtx::MessageType::Ascii:
    return numberOf(static_cast<const char *>(event->message));
  case nvtx::MessageType::Unicode:
    return numberOf(static_cast<const wchar_t *>(event->message));
  case nvtx::MessageType::Registered:
    if (const auto text = reinterpret_cast<uintptr_t>(event->message))
      return static_cast<uint32_t>(text);
  }
  return numberOf(std::string_view());
}

int push(const EventAttributes *event) {
  return HostPath::pushRange(0, numberOf(event));
}
int pushA(const char *text) {
  return HostPath::pushRange(0, numberOf(text));
}
int pushW(const wchar_t *text) {
  return HostPath::pushRange(0, numberOf(text));
}
int pop() {
  return HostPath::popRange(0);
}
RangeId start(const EventAttributes *event) {
  return HostPath::beginRange(numberOf(event));
}
RangeId startA(const char *text) {
  return HostPath::beginRange(numberOf(text));
}
RangeId startW(const wchar_t *text) {
  return HostPath::beginRange(numberOf(text));
}
void end(RangeId range) {
  HostPath::endRange(range);
}
int domainPush(Handle domain, const EventAttributes *event) {
  return HostPath::pushRange(reinterpret_cast<uintptr_t>(domain), numberOf(event));
}
int domainPop(Handle domain) {
  return HostPath::popRange(reinterpret_cast<uintptr_t>(domain));
}
RangeId domainStart(Handle, const EventAttributes *event) {
  return start(event);
}
void domainEnd(Handle, RangeId range) {
  end(range);
}
Handle registerA(Handle, const char *text) {
  return handleOf(numberOf(text));
}
Handle registerW(Handle, const wchar_t *text) {
  return handleOf(numberOf(text));
}
/// Domains differ by their number; their names are not part of the names of ranges.
Handle createA(const char *) {
  return reinterpret_cast<Handle>(s_domains.fetch_add(1, std::memory_order_relaxed) + 1);
}
Handle createW(const wchar_t *) {
  return createA(nullptr);
}

/// The functions of one module in a library of the program.
class ModuleTable {
public:
  ModuleTable(const nvtx::Callbacks &callbacks, nvtx::Module module) {
    if (callbacks.getTable(module, &m_table, &m_size) == 0 || !m_table)
      m_size = 0;
  }
  template <class Id, class Function> void set(Id id, Function *function) const {
    const auto place = static_cast<uint32_t>(id);
    if (place < m_size && m_table[place])
      *m_table[place] = reinterpret_cast<nvtx::AnyFunction>(function);
  }

private:
  nvtx::FunctionTable m_table = nullptr;
  unsigned m_size = 0;
};

void setCore(const ModuleTable &table) {
  using Id = nvtx::CoreFunction;
  table.set(Id::RangePushEx, push);
  table.set(Id::RangePushA, pushA);
  table.set(Id::RangePushW, pushW);
  table.set(Id::RangePop, pop);
  table.set(Id::RangeStartEx, start);
  table.set(Id::RangeStartA, startA);
  table.set(Id::RangeStartW, startW);
  table.set(Id::RangeEnd, end);
}

void setDomains(const ModuleTable &table) {
  using Id = nvtx::DomainFunction;
  table.set(Id::RangePushEx, domainPush);
  table.set(Id::RangePop, domainPop);
  table.set(Id::RangeStartEx, domainStart);
  table.set(Id::RangeEnd, domainEnd);
  table.set(Id::RegisterStringA, registerA);
  table.set(Id::RegisterStringW, registerW);
  table.set(Id::CreateA, createA);
  table.set(Id::CreateW, createW);
}

} // namespace

} // namespace pstudio::attach

extern "C" PSTUDIO_ATTACH_EXPORT int
InitializeInjectionNvtx2(pstudio::nvtx::GetExportTable getExportTable) {
  using namespace pstudio;
  using namespace pstudio::attach;
  if (!isAttachWanted() || !getExportTable)
    return 0;
  const auto *callbacks =
      static_cast<const nvtx::Callbacks *>(getExportTable(nvtx::kCallbacksTable));
  if (!callbacks || callbacks->size < sizeof *callbacks)
    return 0;
  setCore(ModuleTable(*callbacks, nvtx::Module::Core));
  setDomains(ModuleTable(*callbacks, nvtx::Module::Core2));
  return 1;
}
