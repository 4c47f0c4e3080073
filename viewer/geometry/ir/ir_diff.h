// SPDX-License-Identifier: Apache-2.0
// Two texts of IR, line against line, as rows to be shown.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/geometry/ir/line_diff.h"

namespace pstudio {

/// State of a line in comparison with the other text.
enum class IrLineState : uint8_t {
  Same,
  Renumbered, ///< the same but for the numbers of its values, which changed for all their uses
  Removed,    ///< only in the text before
  Added,      ///< only in the text after
};

/// A row: a line before, a line after, or both; or a place where lines are hidden.
struct IrRow {
  static constexpr uint32_t kNoLine = UINT32_MAX;
  uint32_t left = kNoLine, right = kNoLine; ///< numbers of lines, from 0
  IrLineState leftState = IrLineState::Same, rightState = IrLineState::Same;
  uint32_t hiddenLines = 0; ///< equal lines that this row stands for; no other member counts then
  bool operator==(const IrRow &) const = default;
};

struct IrRowOptions {
  bool isSideBySide = false;
  /// Lines around each difference; others are hidden. Negative: nothing is hidden.
  int context = -1;
};

/// The difference of two texts, made once. Immutable; keeps the texts.
class IrDiff {
public:
  /// Either may be null: the other then stands alone, without differences. \param followsNumbers
  /// lines that differ only in how their values are numbered count as the same; a value that is
  /// used in another's place does not. [thread: any]
  IrDiff(std::shared_ptr<const std::string> before, std::shared_ptr<const std::string> after,
         bool followsNumbers = true);

  const std::vector<std::string_view> &before() const { return m_left; }
  const std::vector<std::string_view> &after() const { return m_right; }
  const std::vector<DiffBlock> &blocks() const { return m_blocks; }
  uint32_t removedLines() const { return m_removed; }
  uint32_t addedLines() const { return m_added; }
  uint32_t renumberedLines() const { return m_renumbered; }
  /// The texts differ too much for an exact comparison in reasonable time.
  bool isCoarse() const { return m_isCoarse; }

  std::vector<IrRow> rows(const IrRowOptions &options) const;

private:
  void compare(bool followsNumbers);
  void splitAtWrongNumbers();
  bool isHidden(const DiffBlock &block, size_t index, uint32_t offset, int context) const;

  std::shared_ptr<const std::string> m_leftText, m_rightText;
  std::vector<std::string_view> m_left, m_right; ///< lines, without their ends
  std::vector<DiffBlock> m_blocks;
  uint32_t m_removed = 0, m_added = 0, m_renumbered = 0;
  bool m_isCoarse = false;
};

/// The bytes in which a line differs from another: what remains between their common beginning and
/// end, as [begin, end) of `line`. Ends at whole UTF-8 characters.
struct TextStretch {
  uint32_t begin = 0, end = 0;
};
TextStretch differingPart(std::string_view line, std::string_view other);

} // namespace pstudio
