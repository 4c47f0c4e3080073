// SPDX-License-Identifier: Apache-2.0
// The arguments of a launch as bytes: words, and tensor maps by value.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "collector/runtime/cuda/tensor_map.h"

namespace pstudio::cuda {

/// One value for each parameter of a kernel, in order. A value of its own: copies are independent.
class ArgumentBlock {
public:
  ArgumentBlock() = default;
  /// Nothing but words.
  explicit ArgumentBlock(std::span<const uint64_t> words);

  /// An address, or a scalar's bits in the low bytes.
  void addWord(uint64_t word);
  /// A 128-byte parameter.
  void addTensorMap(const TensorMap &map);

  size_t count() const { return m_arguments.size(); }
  bool isTensorMap(size_t index) const { return m_arguments[index].isMap; }
  /// Where each argument's bytes are, as the driver takes them; valid until this changes. Nothing
  /// is written there.
  void pointTo(std::vector<void *> &parameters) const;

private:
  struct Argument {
    bool isMap;
    size_t index; ///< into m_maps or m_words
  };
  std::vector<Argument> m_arguments;
  std::vector<uint64_t> m_words;
  std::vector<TensorMap> m_maps;
};

} // namespace pstudio::cuda
