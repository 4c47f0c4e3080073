// SPDX-License-Identifier: Apache-2.0
// The fields of a tensor map in a specification. Fields that have their default are omitted.
#pragma once

#include "core/base/fields.h"
#include "core/run/run_spec_fields.h"
#include "core/run/tensor_map.h"

namespace pstudio {

/// Rules that depend on the map's buffer are not checked here, but by tensor_map_layout.h.
template <FieldsOwner<TensorMapArgument> T> constexpr auto fieldsOf(T &map) {
  auto &[buffer, box, shape, strides, elementStrides, swizzle, interleave, l2Promotion, fill] = map;
  constexpr FieldRule kNumbers{.low = 1, .least = 1, .most = RunSpecLimits::kMaxRank};
  return std::tuple(
      Field{"buffer", buffer}, Field{"box", box, kNumbers},
      Field{"shape", shape, kNumbers}.omittedIf(shape.empty()),
      Field{"strides", strides, kNumbers}.omittedIf(strides.empty()),
      Field{"element_strides", elementStrides, kNumbers}.omittedIf(elementStrides.empty()),
      Field{"swizzle", swizzle, oneOf(kTensorSwizzleNames)}.omittedIf(swizzle ==
                                                                      TensorSwizzle::None),
      Field{"interleave", interleave, oneOf(kTensorInterleaveNames)}.omittedIf(
          interleave == TensorInterleave::None),
      Field{"l2_promotion", l2Promotion, oneOf(kTensorL2PromotionNames)}.omittedIf(
          l2Promotion == TensorL2Promotion::None),
      Field{"fill", fill, oneOf(kTensorFillNames)});
}

} // namespace pstudio
