// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cuda/argument_block.h"

namespace pstudio::cuda {

ArgumentBlock::ArgumentBlock(std::span<const uint64_t> words) {
  for (const uint64_t word : words)
    addWord(word);
}

void ArgumentBlock::addWord(uint64_t word) {
  m_arguments.push_back({false, m_words.size()});
  m_words.push_back(word);
}

void ArgumentBlock::addTensorMap(const TensorMap &map) {
  m_arguments.push_back({true, m_maps.size()});
  m_maps.push_back(map);
}

void ArgumentBlock::pointTo(std::vector<void *> &parameters) const {
  parameters.clear();
  for (const auto &[isMap, index] : m_arguments)
    // The driver takes pointers to mutable memory, and only reads it.
    parameters.push_back(isMap ? const_cast<TensorMap *>(&m_maps[index])
                               : static_cast<void *>(const_cast<uint64_t *>(&m_words[index])));
}

} // namespace pstudio::cuda
