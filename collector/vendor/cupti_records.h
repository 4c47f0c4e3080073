// SPDX-License-Identifier: Apache-2.0
// Where the records of CUPTI have their fields.
#pragma once

#include <cstddef>

namespace pstudio::cupti {

// tests/collector/vendor/cupti_check.cpp compares everything below with the vendor's headers where
// they are installed.

// Records are read at byte offsets, never as structs: they grow at their ends from version to
// version, and are aligned to 8 bytes only as a whole. The offsets hold from CUDA 11.8 on, those of
// copies between devices from 12.0 on. The lists contain X(name, offset, the vendor's field,
// bytes).
#define PSTUDIO_VENDOR_OFFSET(name, offset, ...) static constexpr size_t name = offset;

#define PSTUDIO_CUPTI_KERNEL_FIELDS(X)                                                             \
  X(kRegisters, 6, registersPerThread, 2)                                                          \
  X(kStart, 16, start, 8)                                                                          \
  X(kEnd, 24, end, 8)                                                                              \
  X(kDevice, 40, deviceId, 4)                                                                      \
  X(kContext, 44, contextId, 4)                                                                    \
  X(kStream, 48, streamId, 4)                                                                      \
  X(kGrid, 52, gridX, 4)                                                                           \
  X(kBlock, 64, blockX, 4)                                                                         \
  X(kStaticShared, 76, staticSharedMemory, 4)                                                      \
  X(kDynamicShared, 80, dynamicSharedMemory, 4)                                                    \
  X(kLocalPerThread, 84, localMemoryPerThread, 4)                                                  \
  X(kCorrelation, 92, correlationId, 4)                                                            \
  X(kName, 104, name, 8)                                                                           \
  X(kGraphNode, 144, graphNodeId, 8)                                                               \
  X(kCluster, 176, clusterX, 4)
/// CUpti_ActivityKernel8 and newer. kGrid, kBlock and kCluster begin three numbers, kName is a
/// const char *.
struct KernelOffsets {
  PSTUDIO_CUPTI_KERNEL_FIELDS(PSTUDIO_VENDOR_OFFSET)
};

#define PSTUDIO_CUPTI_WORK_FIELDS(X)                                                               \
  X(kBytes, 8, bytes, 8)                                                                           \
  X(kStart, 16, start, 8)                                                                          \
  X(kEnd, 24, end, 8)                                                                              \
  X(kDevice, 32, deviceId, 4)                                                                      \
  X(kContext, 36, contextId, 4)                                                                    \
  X(kStream, 40, streamId, 4)
#define PSTUDIO_CUPTI_COPY_FIELDS(X)                                                               \
  X(kDirection, 4, copyKind, 1)                                                                    \
  X(kSource, 5, srcKind, 1)                                                                        \
  X(kTarget, 6, dstKind, 1)                                                                        \
  X(kFlags, 7, flags, 1)                                                                           \
  PSTUDIO_CUPTI_WORK_FIELDS(X)
#define PSTUDIO_CUPTI_ONE_DEVICE_FIELDS(X)                                                         \
  X(kCorrelation, 44, correlationId, 4)                                                            \
  X(kGraphNode, 64, graphNodeId, 8)
/// CUpti_ActivityMemcpy5 and newer.
struct CopyOffsets {
  PSTUDIO_CUPTI_COPY_FIELDS(PSTUDIO_VENDOR_OFFSET)
  PSTUDIO_CUPTI_ONE_DEVICE_FIELDS(PSTUDIO_VENDOR_OFFSET)
};

#define PSTUDIO_CUPTI_PEER_FIELDS(X)                                                               \
  X(kCorrelation, 60, correlationId, 4)                                                            \
  X(kGraphNode, 72, graphNodeId, 8)
/// CUpti_ActivityMemcpyPtoP3 and newer: as a copy, with both devices before the correlation.
struct PeerCopyOffsets {
  PSTUDIO_CUPTI_COPY_FIELDS(PSTUDIO_VENDOR_OFFSET)
  PSTUDIO_CUPTI_PEER_FIELDS(PSTUDIO_VENDOR_OFFSET)
};

#define PSTUDIO_CUPTI_MEMSET_FIELDS(X)                                                             \
  X(kValue, 4, value, 4)                                                                           \
  PSTUDIO_CUPTI_WORK_FIELDS(X)                                                                     \
  X(kMemory, 50, memoryKind, 2)                                                                    \
  PSTUDIO_CUPTI_ONE_DEVICE_FIELDS(X)
/// CUpti_ActivityMemset4 and newer.
struct MemsetOffsets {
  PSTUDIO_CUPTI_MEMSET_FIELDS(PSTUDIO_VENDOR_OFFSET)
};

#define PSTUDIO_CUPTI_GRAPH_FIELDS(X)                                                              \
  X(kCorrelation, 4, correlationId, 4)                                                             \
  X(kStart, 8, start, 8)                                                                           \
  X(kEnd, 16, end, 8)                                                                              \
  X(kDevice, 24, deviceId, 4)                                                                      \
  X(kGraph, 28, graphId, 4)                                                                        \
  X(kContext, 32, contextId, 4)                                                                    \
  X(kStream, 36, streamId, 4)
/// CUpti_ActivityGraphTrace and newer: from the begin of the first node to the end of the last.
struct GraphOffsets {
  PSTUDIO_CUPTI_GRAPH_FIELDS(PSTUDIO_VENDOR_OFFSET)
};

#define PSTUDIO_CUPTI_API_FIELDS(X)                                                                \
  X(kFunction, 4, cbid, 4)                                                                         \
  X(kStart, 8, start, 8)                                                                           \
  X(kEnd, 16, end, 8)                                                                              \
  X(kProcess, 24, processId, 4)                                                                    \
  X(kThread, 28, threadId, 4)                                                                      \
  X(kCorrelation, 32, correlationId, 4)                                                            \
  X(kResult, 36, returnValue, 4)
/// CUpti_ActivityAPI.
struct ApiOffsets {
  PSTUDIO_CUPTI_API_FIELDS(PSTUDIO_VENDOR_OFFSET)
};

#define PSTUDIO_CUPTI_EXTERNAL_FIELDS(X)                                                           \
  X(kKind, 4, externalKind, 4)                                                                     \
  X(kLaunch, 8, externalId, 8)                                                                     \
  X(kCorrelation, 16, correlationId, 4)
/// CUpti_ActivityExternalCorrelation.
struct ExternalOffsets {
  PSTUDIO_CUPTI_EXTERNAL_FIELDS(PSTUDIO_VENDOR_OFFSET)
};

} // namespace pstudio::cupti
