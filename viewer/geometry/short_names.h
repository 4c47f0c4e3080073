// SPDX-License-Identifier: Apache-2.0
// Names of scopes for narrow columns: the line first, then the operation.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pstudio {

/// ":147 wait mbarrier" of "wait mbarrier gemm_wgmma.mlir:147", ":114-123 bulk copy" of "bulk copy
/// gemm_wgmma.mlir:114-123": the line precedes the operation, and the file is left out. A name that
/// does not end with a file and its lines is returned as it is.
std::string lineFirst(std::string_view name);

/// The names of one column. The file is left out where all names of the column that end with a
/// file and its lines have the same one.
class ShortNames {
public:
  /// A column without names: of() returns each name as it is.
  ShortNames() = default;
  /// O(length of the names).
  explicit ShortNames(std::span<const std::string_view> names);

  /// The name in the column.
  std::string of(std::string_view name) const;

private:
  bool m_isShort = false;
};

} // namespace pstudio
