// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/ir/ir_diff.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/text_lines.h"
#include "viewer/geometry/ir/value_numbers.h"

namespace pstudio {
namespace {

/// Gives equal numbers to lines that count as equal.
class LineIds {
public:
  explicit LineIds(bool followsNumbers) : m_followsNumbers(followsNumbers) {}

  std::vector<uint32_t> of(const std::vector<std::string_view> &lines) {
    std::vector<uint32_t> ids;
    ids.reserve(lines.size());
    for (const std::string_view line : lines) {
      std::string key = m_followsNumbers ? withoutValueNumbers(line) : std::string(line);
      const auto next = static_cast<uint32_t>(m_ids.size());
      ids.push_back(m_ids.try_emplace(std::move(key), next).first->second);
    }
    return ids;
  }

private:
  bool m_followsNumbers;
  std::unordered_map<std::string, uint32_t> m_ids;
};

/// Adds a block, or makes the last one longer.
void append(std::vector<DiffBlock> &blocks, const DiffBlock &block) {
  if (!blocks.empty() && blocks.back().isEqual == block.isEqual) {
    blocks.back().leftEnd = block.leftEnd;
    blocks.back().rightEnd = block.rightEnd;
  } else {
    blocks.push_back(block);
  }
}

IrRow rowOf(uint32_t left, uint32_t right) {
  IrRow row;
  row.left = left;
  row.right = right;
  row.leftState = IrLineState::Removed;
  row.rightState = IrLineState::Added;
  return row;
}

void addDifferentRows(const DiffBlock &block, bool isSideBySide, std::vector<IrRow> &rows) {
  const uint32_t removed = block.leftEnd - block.leftBegin;
  const uint32_t added = block.rightEnd - block.rightBegin;
  const auto left = [&](uint32_t at) {
    return at < removed ? block.leftBegin + at : IrRow::kNoLine;
  };
  const auto right = [&](uint32_t at) {
    return at < added ? block.rightBegin + at : IrRow::kNoLine;
  };
  if (isSideBySide) {
    for (uint32_t at = 0; at < std::max(removed, added); ++at)
      rows.push_back(rowOf(left(at), right(at)));
    return;
  }
  for (uint32_t at = 0; at < removed; ++at)
    rows.push_back(rowOf(left(at), IrRow::kNoLine));
  for (uint32_t at = 0; at < added; ++at)
    rows.push_back(rowOf(IrRow::kNoLine, right(at)));
}

} // namespace

IrDiff::IrDiff(std::shared_ptr<const std::string> before, std::shared_ptr<const std::string> after,
               bool followsNumbers)
    : m_leftText(before ? before : after), m_rightText(after ? std::move(after) : m_leftText) {
  if (!m_leftText)
    return;
  m_left = linesOf(*m_leftText);
  m_right = m_leftText == m_rightText ? m_left : linesOf(*m_rightText);
  compare(followsNumbers);
}

void IrDiff::compare(bool followsNumbers) {
  if (m_leftText == m_rightText) {
    const auto size = static_cast<uint32_t>(m_left.size());
    if (size > 0)
      m_blocks = {{0, size, 0, size, true}};
    return;
  }
  LineIds ids(followsNumbers);
  SequenceDiff diff = diffSequences(ids.of(m_left), ids.of(m_right));
  m_blocks = std::move(diff.blocks);
  m_isCoarse = diff.isCoarse;
  if (followsNumbers)
    splitAtWrongNumbers();
  for (const DiffBlock &block : m_blocks)
    if (!block.isEqual) {
      m_removed += block.leftEnd - block.leftBegin;
      m_added += block.rightEnd - block.rightBegin;
    } else {
      for (uint32_t at = 0; at < block.leftEnd - block.leftBegin; ++at)
        m_renumbered += m_left[block.leftBegin + at] != m_right[block.rightBegin + at];
    }
}

void IrDiff::splitAtWrongNumbers() {
  ValueNames names;
  std::vector<DiffBlock> blocks;
  for (const DiffBlock &block : m_blocks) {
    if (!block.isEqual) {
      for (uint32_t line = block.leftBegin; line < block.leftEnd; ++line)
        names.skip(m_left[line]);
      append(blocks, block);
      continue;
    }
    for (uint32_t at = 0; at < block.leftEnd - block.leftBegin; ++at) {
      const uint32_t left = block.leftBegin + at, right = block.rightBegin + at;
      const bool isFollowed = names.follow(m_left[left], m_right[right]);
      append(blocks,
             {left, left + 1, right, right + 1, isFollowed || m_left[left] == m_right[right]});
    }
  }
  m_blocks = std::move(blocks);
}

bool IrDiff::isHidden(const DiffBlock &block, size_t index, uint32_t offset, int context) const {
  if (context < 0)
    return false;
  const uint32_t size = block.leftEnd - block.leftBegin;
  const auto near = static_cast<uint32_t>(context);
  const bool isAfterDifference = index > 0 && offset < near;
  const bool isBeforeDifference = index + 1 < m_blocks.size() && size - offset <= near;
  return !isAfterDifference && !isBeforeDifference;
}

std::vector<IrRow> IrDiff::rows(const IrRowOptions &options) const {
  std::vector<IrRow> rows;
  for (size_t index = 0; index < m_blocks.size(); ++index) {
    const DiffBlock &block = m_blocks[index];
    if (!block.isEqual) {
      addDifferentRows(block, options.isSideBySide, rows);
      continue;
    }
    for (uint32_t at = 0; at < block.leftEnd - block.leftBegin; ++at) {
      if (isHidden(block, index, at, options.context)) {
        if (rows.empty() || rows.back().hiddenLines == 0)
          rows.emplace_back();
        ++rows.back().hiddenLines;
        continue;
      }
      IrRow row;
      row.left = block.leftBegin + at;
      row.right = block.rightBegin + at;
      row.leftState = row.rightState =
          m_left[row.left] == m_right[row.right] ? IrLineState::Same : IrLineState::Renumbered;
      rows.push_back(row);
    }
  }
  return rows;
}

TextStretch differingPart(std::string_view line, std::string_view other) {
  const size_t most = std::min(line.size(), other.size());
  const auto isInside = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
  size_t begin = 0;
  while (begin < most && line[begin] == other[begin])
    ++begin;
  while (begin > 0 && begin < line.size() && isInside(line[begin]))
    --begin;
  size_t end = 0; // counted from the end
  while (end < most - begin && line[line.size() - 1 - end] == other[other.size() - 1 - end])
    ++end;
  while (end > 0 && isInside(line[line.size() - end]))
    --end;
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(line.size() - end)};
}

} // namespace pstudio
