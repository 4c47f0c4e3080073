// SPDX-License-Identifier: Apache-2.0
// Compares our declarations of NVTX with the vendor's headers, where those are installed.
// Everything happens at compile time; the object file is empty.
#include <cstddef>

#include <nvtx3/nvToolsExt.h>

#include "collector/vendor/nvtx_types.h"

namespace pstudio::nvtx {

static_assert(int(Module::Core) == NVTX_CB_MODULE_CORE);
static_assert(int(Module::Core2) == NVTX_CB_MODULE_CORE2);

#define SAME(ours, theirs) static_assert(static_cast<int>(ours) == static_cast<int>(theirs))
SAME(CoreFunction::RangeStartEx, NVTX_CBID_CORE_RangeStartEx);
SAME(CoreFunction::RangeStartA, NVTX_CBID_CORE_RangeStartA);
SAME(CoreFunction::RangeStartW, NVTX_CBID_CORE_RangeStartW);
SAME(CoreFunction::RangeEnd, NVTX_CBID_CORE_RangeEnd);
SAME(CoreFunction::RangePushEx, NVTX_CBID_CORE_RangePushEx);
SAME(CoreFunction::RangePushA, NVTX_CBID_CORE_RangePushA);
SAME(CoreFunction::RangePushW, NVTX_CBID_CORE_RangePushW);
SAME(CoreFunction::RangePop, NVTX_CBID_CORE_RangePop);
SAME(DomainFunction::RangeStartEx, NVTX_CBID_CORE2_DomainRangeStartEx);
SAME(DomainFunction::RangeEnd, NVTX_CBID_CORE2_DomainRangeEnd);
SAME(DomainFunction::RangePushEx, NVTX_CBID_CORE2_DomainRangePushEx);
SAME(DomainFunction::RangePop, NVTX_CBID_CORE2_DomainRangePop);
SAME(DomainFunction::RegisterStringA, NVTX_CBID_CORE2_DomainRegisterStringA);
SAME(DomainFunction::RegisterStringW, NVTX_CBID_CORE2_DomainRegisterStringW);
SAME(DomainFunction::CreateA, NVTX_CBID_CORE2_DomainCreateA);
SAME(DomainFunction::CreateW, NVTX_CBID_CORE2_DomainCreateW);
SAME(MessageType::Ascii, NVTX_MESSAGE_TYPE_ASCII);
SAME(MessageType::Unicode, NVTX_MESSAGE_TYPE_UNICODE);
SAME(MessageType::Registered, NVTX_MESSAGE_TYPE_REGISTERED);
SAME(kCallbacksTable, NVTX_ETID_CALLBACKS);
SAME(sizeof(EventAttributes), sizeof(nvtxEventAttributes_t));
SAME(offsetof(EventAttributes, messageType), offsetof(nvtxEventAttributes_t, messageType));
SAME(offsetof(EventAttributes, message), offsetof(nvtxEventAttributes_t, message));
SAME(sizeof(Callbacks), sizeof(NvtxExportTableCallbacks));
SAME(offsetof(Callbacks, getTable), offsetof(NvtxExportTableCallbacks, GetModuleFunctionTable));
SAME(sizeof(RangeId), sizeof(nvtxRangeId_t));

} // namespace pstudio::nvtx
