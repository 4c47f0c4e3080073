// SPDX-License-Identifier: Apache-2.0
// Declarations of the types and constants of CUPTI that the shim uses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pstudio::attach {

// tests/collector/attach/shim/cupti_check.cpp compares all declarations below with the vendor's
// headers where they are installed.

/// Result code of every CUPTI function, with the values that the shim uses.
using CuptiResult = int;
inline constexpr CuptiResult kCuptiSuccess = 0;
inline constexpr CuptiResult kCuptiNotInitialized = 15;
inline constexpr CuptiResult kCuptiManySubscribers = 39;

// CUpti_ActivityKind
inline constexpr uint32_t kCuptiMemcpy = 1;
inline constexpr uint32_t kCuptiMemset = 2;
inline constexpr uint32_t kCuptiDriver = 4;
inline constexpr uint32_t kCuptiKernel = 10;   ///< concurrent: kernels are not serialized
inline constexpr uint32_t kCuptiPeerCopy = 22; ///< MEMCPY2: between devices
inline constexpr uint32_t kCuptiExternalCorrelation = 39;

/// CUpti_ExternalCorrelationKind CUSTOM2: PyTorch and Triton Proton use CUSTOM0 and CUSTOM1.
inline constexpr uint32_t kCuptiOurCorrelation = 5;

inline constexpr uint32_t kCuptiFlushForced = 1; ///< buffers with unfinished records, too

using CuptiSubscriber = void *;
using CuptiCallback = void (*)(void *userData, uint32_t domain, uint32_t id, const void *data);
using CuptiBufferRequested = void (*)(uint8_t **buffer, size_t *size, size_t *mostRecords);
using CuptiBufferCompleted = void (*)(void *context, uint32_t stream, uint8_t *buffer, size_t size,
                                      size_t validSize);
using CuptiTimestamp = uint64_t (*)();

// Records are read at byte offsets: newer versions append fields at the end. The offsets are valid
// for CUPTI 12 and 13.

/// CUpti_ActivityKernel9 and newer.
struct CuptiKernelAt {
  static constexpr size_t kRegisters = 6; // u16
  static constexpr size_t kStart = 16;    // u64
  static constexpr size_t kEnd = 24;
  static constexpr size_t kDevice = 40; // u32
  static constexpr size_t kStream = 48;
  static constexpr size_t kGrid = 52;  // 3 x i32
  static constexpr size_t kBlock = 64; // 3 x i32
  static constexpr size_t kCorrelation = 92;
  static constexpr size_t kName = 104;      // const char *
  static constexpr size_t kGraphNode = 144; // u64
};

/// CUpti_ActivityMemcpy5 and newer.
struct CuptiCopyAt {
  static constexpr size_t kDirection = 4; // u8
  static constexpr size_t kSource = 5;
  static constexpr size_t kTarget = 6;
  static constexpr size_t kBytes = 8; // u64
  static constexpr size_t kStart = 16;
  static constexpr size_t kEnd = 24;
  static constexpr size_t kDevice = 32; // u32
  static constexpr size_t kStream = 40;
  static constexpr size_t kCorrelation = 44;
  static constexpr size_t kGraphNode = 64; // u64
};

/// CUpti_ActivityMemcpyPtoP3 and newer: as a copy, with both devices before the correlation.
struct CuptiPeerCopyAt : CuptiCopyAt {
  static constexpr size_t kCorrelation = 60; // u32
  static constexpr size_t kGraphNode = 72;   // u64
};

/// CUpti_ActivityMemset4 and newer.
struct CuptiSetAt {
  static constexpr size_t kBytes = 8; // u64
  static constexpr size_t kStart = 16;
  static constexpr size_t kEnd = 24;
  static constexpr size_t kDevice = 32; // u32
  static constexpr size_t kStream = 40;
  static constexpr size_t kCorrelation = 44;
  static constexpr size_t kMemory = 50;    // u16
  static constexpr size_t kGraphNode = 64; // u64
};

/// CUpti_ActivityExternalCorrelation.
struct CuptiExternalAt {
  static constexpr size_t kKind = 4;   // u32
  static constexpr size_t kLaunch = 8; // u64
  static constexpr size_t kCorrelation = 16;
};

} // namespace pstudio::attach
