// SPDX-License-Identifier: Apache-2.0
// The driver's functions that copy or set memory, and those of graphs, as rows of the table of
// hooks.h.
#pragma once

#define PSTUDIO_ATTACH_WAITING_COPIES(X, suffix, perThread)                                        \
  X(cuMemcpy##suffix, cuMemcpy, 4000, kUnknownVersion, perThread, CuDevicePointer,                 \
    CuDevicePointer, size_t)                                                                       \
  X(cuMemcpyPeer##suffix, cuMemcpyPeer, 4000, kUnknownVersion, perThread, CuDevicePointer,         \
    CuContext, CuDevicePointer, CuContext, size_t)                                                 \
  X(cuMemcpyHtoD_v2##suffix, cuMemcpyHtoD, 3020, kUnknownVersion, perThread, CuDevicePointer,      \
    const void *, size_t)                                                                          \
  X(cuMemcpyDtoH_v2##suffix, cuMemcpyDtoH, 3020, kUnknownVersion, perThread, void *,               \
    CuDevicePointer, size_t)                                                                       \
  X(cuMemcpyDtoD_v2##suffix, cuMemcpyDtoD, 3020, kUnknownVersion, perThread, CuDevicePointer,      \
    CuDevicePointer, size_t)                                                                       \
  X(cuMemcpy2D_v2##suffix, cuMemcpy2D, 3020, kUnknownVersion, perThread, const void *)             \
  X(cuMemcpy2DUnaligned_v2##suffix, cuMemcpy2DUnaligned, 3020, kUnknownVersion, perThread,         \
    const void *)                                                                                  \
  X(cuMemcpy3D_v2##suffix, cuMemcpy3D, 3020, kUnknownVersion, perThread, const void *)

#define PSTUDIO_ATTACH_STREAM_COPIES(X, suffix, perThread)                                         \
  X(cuMemcpyAsync##suffix, cuMemcpyAsync, 4000, kUnknownVersion, perThread, CuDevicePointer,       \
    CuDevicePointer, size_t, CuStream)                                                             \
  X(cuMemcpyPeerAsync##suffix, cuMemcpyPeerAsync, 4000, kUnknownVersion, perThread,                \
    CuDevicePointer, CuContext, CuDevicePointer, CuContext, size_t, CuStream)                      \
  X(cuMemcpyHtoDAsync_v2##suffix, cuMemcpyHtoDAsync, 3020, kUnknownVersion, perThread,             \
    CuDevicePointer, const void *, size_t, CuStream)                                               \
  X(cuMemcpyDtoHAsync_v2##suffix, cuMemcpyDtoHAsync, 3020, kUnknownVersion, perThread, void *,     \
    CuDevicePointer, size_t, CuStream)                                                             \
  X(cuMemcpyDtoDAsync_v2##suffix, cuMemcpyDtoDAsync, 3020, kUnknownVersion, perThread,             \
    CuDevicePointer, CuDevicePointer, size_t, CuStream)                                            \
  X(cuMemcpy2DAsync_v2##suffix, cuMemcpy2DAsync, 3020, kUnknownVersion, perThread, const void *,   \
    CuStream)                                                                                      \
  X(cuMemcpy3DAsync_v2##suffix, cuMemcpy3DAsync, 3020, kUnknownVersion, perThread, const void *,   \
    CuStream)

#define PSTUDIO_ATTACH_COPIES(X)                                                                   \
  PSTUDIO_ATTACH_WAITING_COPIES(X, , false)                                                        \
  PSTUDIO_ATTACH_WAITING_COPIES(X, _ptds, true)                                                    \
  PSTUDIO_ATTACH_STREAM_COPIES(X, , false)                                                         \
  PSTUDIO_ATTACH_STREAM_COPIES(X, _ptsz, true)

#define PSTUDIO_ATTACH_WAITING_SETS(X, suffix, perThread)                                          \
  X(cuMemsetD8_v2##suffix, cuMemsetD8, 3020, kUnknownVersion, perThread, CuDevicePointer,          \
    unsigned char, size_t)                                                                         \
  X(cuMemsetD16_v2##suffix, cuMemsetD16, 3020, kUnknownVersion, perThread, CuDevicePointer,        \
    unsigned short, size_t)                                                                        \
  X(cuMemsetD32_v2##suffix, cuMemsetD32, 3020, kUnknownVersion, perThread, CuDevicePointer,        \
    unsigned, size_t)                                                                              \
  X(cuMemsetD2D8_v2##suffix, cuMemsetD2D8, 3020, kUnknownVersion, perThread, CuDevicePointer,      \
    size_t, unsigned char, size_t, size_t)                                                         \
  X(cuMemsetD2D16_v2##suffix, cuMemsetD2D16, 3020, kUnknownVersion, perThread, CuDevicePointer,    \
    size_t, unsigned short, size_t, size_t)                                                        \
  X(cuMemsetD2D32_v2##suffix, cuMemsetD2D32, 3020, kUnknownVersion, perThread, CuDevicePointer,    \
    size_t, unsigned, size_t, size_t)

#define PSTUDIO_ATTACH_STREAM_SETS(X, suffix, perThread)                                           \
  X(cuMemsetD8Async##suffix, cuMemsetD8Async, 3020, kUnknownVersion, perThread, CuDevicePointer,   \
    unsigned char, size_t, CuStream)                                                               \
  X(cuMemsetD16Async##suffix, cuMemsetD16Async, 3020, kUnknownVersion, perThread, CuDevicePointer, \
    unsigned short, size_t, CuStream)                                                              \
  X(cuMemsetD32Async##suffix, cuMemsetD32Async, 3020, kUnknownVersion, perThread, CuDevicePointer, \
    unsigned, size_t, CuStream)                                                                    \
  X(cuMemsetD2D8Async##suffix, cuMemsetD2D8Async, 3020, kUnknownVersion, perThread,                \
    CuDevicePointer, size_t, unsigned char, size_t, size_t, CuStream)                              \
  X(cuMemsetD2D16Async##suffix, cuMemsetD2D16Async, 3020, kUnknownVersion, perThread,              \
    CuDevicePointer, size_t, unsigned short, size_t, size_t, CuStream)                             \
  X(cuMemsetD2D32Async##suffix, cuMemsetD2D32Async, 3020, kUnknownVersion, perThread,              \
    CuDevicePointer, size_t, unsigned, size_t, size_t, CuStream)

#define PSTUDIO_ATTACH_SETS(X)                                                                     \
  PSTUDIO_ATTACH_WAITING_SETS(X, , false)                                                          \
  PSTUDIO_ATTACH_WAITING_SETS(X, _ptds, true)                                                      \
  PSTUDIO_ATTACH_STREAM_SETS(X, , false)                                                           \
  PSTUDIO_ATTACH_STREAM_SETS(X, _ptsz, true)

// Functions that make nodes: where in the program that is, is their path.
#define PSTUDIO_ATTACH_GRAPH_NODES(X)                                                              \
  X(cuGraphAddKernelNode, cuGraphAddKernelNode, 10000, 12000, false, CuGraphNode *, CuGraph,       \
    const CuGraphNode *, size_t, const CuKernelNodeParams *)                                       \
  X(cuGraphAddKernelNode_v2, cuGraphAddKernelNode, 12000, kUnknownVersion, false, CuGraphNode *,   \
    CuGraph, const CuGraphNode *, size_t, const CuKernelNodeParams *)                              \
  X(cuGraphAddNode, cuGraphAddNode, 12020, 12030, false, CuGraphNode *, CuGraph,                   \
    const CuGraphNode *, size_t, void *)                                                           \
  X(cuGraphAddNode_v2, cuGraphAddNode, 12030, kUnknownVersion, false, CuGraphNode *, CuGraph,      \
    const CuGraphNode *, const CuGraphEdgeData *, size_t, void *)                                  \
  X(cuGraphAddChildGraphNode, cuGraphAddChildGraphNode, 10000, kUnknownVersion, false,             \
    CuGraphNode *, CuGraph, const CuGraphNode *, size_t, CuGraph)                                  \
  X(cuGraphClone, cuGraphClone, 10000, kUnknownVersion, false, CuGraph *, CuGraph)

// Functions that change graphs which were made executable, and those that begin and end them.
#define PSTUDIO_ATTACH_GRAPH_CHANGES(X)                                                            \
  X(cuGraphInstantiate, cuGraphInstantiate, 10000, 11000, false, CuGraphExec *, CuGraph,           \
    CuGraphNode *, char *, size_t)                                                                 \
  X(cuGraphInstantiate_v2, cuGraphInstantiate, 11000, 12000, false, CuGraphExec *, CuGraph,        \
    CuGraphNode *, char *, size_t)                                                                 \
  X(cuGraphInstantiateWithFlags, cuGraphInstantiate, 12000, kUnknownVersion, false, CuGraphExec *, \
    CuGraph, uint64_t)                                                                             \
  X(cuGraphInstantiateWithParams, cuGraphInstantiateWithParams, 12000, kUnknownVersion, false,     \
    CuGraphExec *, CuGraph, CuGraphInstantiateParams *)                                            \
  X(cuGraphInstantiateWithParams_ptsz, cuGraphInstantiateWithParams, 12000, kUnknownVersion, true, \
    CuGraphExec *, CuGraph, CuGraphInstantiateParams *)                                            \
  X(cuGraphExecDestroy, cuGraphExecDestroy, 10000, kUnknownVersion, false, CuGraphExec)            \
  X(cuGraphDestroy, cuGraphDestroy, 10000, kUnknownVersion, false, CuGraph)                        \
  X(cuGraphDestroyNode, cuGraphDestroyNode, 10000, kUnknownVersion, false, CuGraphNode)            \
  X(cuGraphExecKernelNodeSetParams, cuGraphExecKernelNodeSetParams, 10010, 12000, false,           \
    CuGraphExec, CuGraphNode, const CuKernelNodeParams *)                                          \
  X(cuGraphExecKernelNodeSetParams_v2, cuGraphExecKernelNodeSetParams, 12000, kUnknownVersion,     \
    false, CuGraphExec, CuGraphNode, const CuKernelNodeParams *)                                   \
  X(cuGraphExecNodeSetParams, cuGraphExecNodeSetParams, 12020, kUnknownVersion, false,             \
    CuGraphExec, CuGraphNode, void *)                                                              \
  X(cuGraphExecChildGraphNodeSetParams, cuGraphExecChildGraphNodeSetParams, 11010,                 \
    kUnknownVersion, false, CuGraphExec, CuGraphNode, CuGraph)                                     \
  X(cuGraphExecUpdate, cuGraphExecUpdate, 10020, 12000, false, CuGraphExec, CuGraph,               \
    CuGraphNode *, int *)                                                                          \
  X(cuGraphExecUpdate_v2, cuGraphExecUpdate, 12000, kUnknownVersion, false, CuGraphExec, CuGraph,  \
    CuGraphUpdateInfo *)                                                                           \
  X(cuGraphNodeSetEnabled, cuGraphNodeSetEnabled, 11060, kUnknownVersion, false, CuGraphExec,      \
    CuGraphNode, unsigned)

#define PSTUDIO_ATTACH_GRAPHS(X)                                                                   \
  PSTUDIO_ATTACH_GRAPH_NODES(X)                                                                    \
  PSTUDIO_ATTACH_GRAPH_CHANGES(X)                                                                  \
  X(cuGraphLaunch, cuGraphLaunch, 10000, kUnknownVersion, false, CuGraphExec, CuStream)            \
  X(cuGraphLaunch_ptsz, cuGraphLaunch, 10000, kUnknownVersion, true, CuGraphExec, CuStream)
