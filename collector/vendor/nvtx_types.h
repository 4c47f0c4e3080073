// SPDX-License-Identifier: Apache-2.0
// Types of NVTX, by which programs name ranges for a tool, that this project uses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pstudio::nvtx {

// tests/collector/vendor compares the values below with the vendor's headers where they are
// installed.

/// NvtxCallbackModule.
enum class Module : int { Core = 1, Core2 = 5 };

/// NvtxCallbackIdCore: functions of the default domain.
enum class CoreFunction : uint32_t {
  RangeStartEx = 4,
  RangeStartA = 5,
  RangeStartW = 6,
  RangeEnd = 7,
  RangePushEx = 8,
  RangePushA = 9,
  RangePushW = 10,
  RangePop = 11,
};

/// NvtxCallbackIdCore2: functions with a domain.
enum class DomainFunction : uint32_t {
  RangeStartEx = 2,
  RangeEnd = 3,
  RangePushEx = 4,
  RangePop = 5,
  RegisterStringA = 10,
  RegisterStringW = 11,
  CreateA = 12,
  CreateW = 13,
};

/// nvtxMessageType_t. The text of an event is a char *, a wchar_t * or a handle of a registered
/// string.
enum class MessageType : int32_t { Ascii = 1, Unicode = 2, Registered = 3 };

/// nvtxEventAttributes_t.
struct EventAttributes {
  uint16_t version = 0;
  uint16_t size = 0;
  uint32_t category = 0;
  int32_t colorType = 0;
  uint32_t color = 0;
  int32_t payloadType = 0;
  int32_t reserved = 0;
  uint64_t payload = 0;
  MessageType messageType{};
  const void *message = nullptr;
};

/// nvtxRangeId_t, nvtxDomainHandle_t and nvtxStringHandle_t.
using RangeId = uint64_t;
using Handle = struct HandleTag *;

using AnyFunction = void (*)();
/// Pointers to the pointers through which a program calls a module, by the function's number.
using FunctionTable = AnyFunction **;

/// NvtxExportTableCallbacks. `getTable` returns 0 for a module that it does not have.
struct Callbacks {
  size_t size = 0;
  int (*getTable)(Module module, FunctionTable *table, unsigned *size) = nullptr;
};
/// NVTX_ETID_CALLBACKS: NvtxGetExportTableFunc_t returns a Callbacks * for it.
inline constexpr uint32_t kCallbacksTable = 1;
using GetExportTable = const void *(*)(uint32_t table);
/// InitializeInjectionNvtx2 of the library that NVTX_INJECTION64_PATH names. 0: failed.
using Initialize = int (*)(GetExportTable);

} // namespace pstudio::nvtx
