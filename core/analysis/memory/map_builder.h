// SPDX-License-Identifier: Apache-2.0
// Fills an AddressMap; private to it.
#pragma once

#include <vector>

#include "core/analysis/memory/address_map.h"

namespace pstudio::memory {

/// Accesses per zone: a zone is searched or skipped as a whole.
inline constexpr uint64_t kZoneAccesses = 8192;

class MapBuilder {
public:
  MapBuilder(const AccessTable &table, const BufferMap &buffers, const MemoryModel &model,
             const AddressMap::Options &options);
  AddressMap build();

private:
  /// Touches by row and column of each buffer.
  using Counts = std::vector<std::vector<uint64_t>>;
  struct Worker;

  void findAxis();
  void layOutPictures();
  void countZone(size_t zone, Worker &worker);
  void countAccess(const Access &access, uint32_t column, Worker &worker);
  void integrate(const std::vector<Worker> &workers);

  const AccessTable &m_table;
  const BufferMap &m_buffers;
  MemoryModel m_model;
  AddressMap::Options m_options;
  AddressMap m_map;
  uint32_t m_columns = 0;
};

} // namespace pstudio::memory
