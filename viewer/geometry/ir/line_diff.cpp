// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/ir/line_diff.h"

#include <algorithm>
#include <optional>

namespace pstudio {
namespace {

constexpr uint32_t kNone = UINT32_MAX;

/// A part of both sequences: x counts in the left one, y in the right one.
struct Box {
  int64_t left, top, right, bottom;

  int64_t width() const { return right - left; }
  int64_t height() const { return bottom - top; }
  int64_t delta() const { return width() - height(); }
};

/// Equal elements in the middle of a shortest path through a box, perhaps after or before a step.
struct Snake {
  int64_t x0, y0, x1, y1;
};

class Matcher {
public:
  Matcher(std::span<const uint32_t> left, std::span<const uint32_t> right, uint64_t workLimit)
      : m_left(left), m_right(right), m_workLeft(workLimit),
        m_offset(static_cast<int64_t>(left.size() + right.size()) + 2),
        m_forward(2 * static_cast<size_t>(m_offset) + 1),
        m_backward(2 * static_cast<size_t>(m_offset) + 1), m_match(left.size(), kNone) {}

  void run() {
    m_open.push_back(
        {0, 0, static_cast<int64_t>(m_left.size()), static_cast<int64_t>(m_right.size())});
    while (!m_open.empty()) {
      Box box = m_open.back();
      m_open.pop_back();
      trim(box);
      if (box.width() > 0 && box.height() > 0)
        split(box);
    }
  }

  const std::vector<uint32_t> &match() const { return m_match; }
  bool isCoarse() const { return m_isCoarse; }

private:
  bool isSame(int64_t x, int64_t y) const {
    return m_left[static_cast<size_t>(x)] == m_right[static_cast<size_t>(y)];
  }
  void take(int64_t x, int64_t y) { m_match[static_cast<size_t>(x)] = static_cast<uint32_t>(y); }
  static int64_t &at(std::vector<int64_t> &furthest, int64_t diagonal, int64_t offset) {
    return furthest[static_cast<size_t>(diagonal + offset)];
  }

  /// The common beginning and end of both parts are always equal elements.
  void trim(Box &box) {
    while (box.width() > 0 && box.height() > 0 && isSame(box.left, box.top))
      take(box.left++, box.top++);
    while (box.width() > 0 && box.height() > 0 && isSame(box.right - 1, box.bottom - 1))
      take(--box.right, --box.bottom);
  }

  void split(const Box &box) {
    const std::optional<Snake> snake = middle(box);
    if (!snake) {
      m_isCoarse = true;
      return;
    }
    m_open.push_back({box.left, box.top, snake->x0, snake->y0});
    m_open.push_back({snake->x0, snake->y0, snake->x1, snake->y1}); // trimmed to its equal elements
    m_open.push_back({snake->x1, snake->y1, box.right, box.bottom});
  }

  /// The snake in the middle of a shortest path; none if the work limit is reached.
  std::optional<Snake> middle(const Box &box) {
    const int64_t most = (box.width() + box.height() + 1) / 2;
    at(m_forward, 1, m_offset) = box.left;
    at(m_backward, 1, m_offset) = box.bottom;
    for (int64_t d = 0; d <= most; ++d) {
      const auto steps = static_cast<uint64_t>(2 * d + 2);
      if (m_workLeft < steps)
        return std::nullopt;
      m_workLeft -= steps;
      if (const auto snake = stepForward(box, d))
        return snake;
      if (const auto snake = stepBackward(box, d))
        return snake;
    }
    return std::nullopt; // not reachable: the paths meet after at most `most` steps
  }

  std::optional<Snake> stepForward(const Box &box, int64_t d) {
    for (int64_t k = d; k >= -d; k -= 2) {
      const bool isDown =
          k == -d || (k != d && at(m_forward, k - 1, m_offset) < at(m_forward, k + 1, m_offset));
      const int64_t from = isDown ? at(m_forward, k + 1, m_offset) : at(m_forward, k - 1, m_offset);
      int64_t x = isDown ? from : from + 1;
      int64_t y = box.top + (x - box.left) - k;
      const int64_t fromY = d == 0 || x != from ? y : y - 1;
      while (x < box.right && y < box.bottom && isSame(x, y)) {
        ++x;
        ++y;
        m_workLeft -= m_workLeft > 0;
      }
      at(m_forward, k, m_offset) = x;
      const int64_t c = k - box.delta();
      if (box.delta() % 2 != 0 && c >= -(d - 1) && c <= d - 1 && y >= at(m_backward, c, m_offset))
        return Snake{from, fromY, x, y};
    }
    return std::nullopt;
  }

  std::optional<Snake> stepBackward(const Box &box, int64_t d) {
    for (int64_t c = d; c >= -d; c -= 2) {
      const bool isUp =
          c == -d || (c != d && at(m_backward, c - 1, m_offset) > at(m_backward, c + 1, m_offset));
      const int64_t from = isUp ? at(m_backward, c + 1, m_offset) : at(m_backward, c - 1, m_offset);
      int64_t y = isUp ? from : from - 1;
      const int64_t k = c + box.delta();
      int64_t x = box.left + (y - box.top) + k;
      const int64_t fromX = d == 0 || y != from ? x : x + 1;
      while (x > box.left && y > box.top && isSame(x - 1, y - 1)) {
        --x;
        --y;
        m_workLeft -= m_workLeft > 0;
      }
      at(m_backward, c, m_offset) = y;
      if (box.delta() % 2 == 0 && k >= -d && k <= d && x <= at(m_forward, k, m_offset))
        return Snake{x, y, fromX, from};
    }
    return std::nullopt;
  }

  std::span<const uint32_t> m_left, m_right;
  uint64_t m_workLeft;
  int64_t m_offset;
  std::vector<int64_t> m_forward, m_backward; ///< by diagonal + m_offset: the furthest x, y
  std::vector<uint32_t> m_match;              ///< by left element: its right one
  std::vector<Box> m_open;
  bool m_isCoarse = false;
};

void append(SequenceDiff &diff, const DiffBlock &block) {
  if (block.leftBegin != block.leftEnd || block.rightBegin != block.rightEnd)
    diff.blocks.push_back(block);
}

} // namespace

SequenceDiff diffSequences(std::span<const uint32_t> left, std::span<const uint32_t> right,
                           uint64_t workLimit) {
  Matcher matcher(left, right, workLimit);
  matcher.run();
  SequenceDiff diff;
  diff.isCoarse = matcher.isCoarse();
  const std::vector<uint32_t> &match = matcher.match();
  const auto leftSize = static_cast<uint32_t>(left.size());
  uint32_t x = 0, y = 0;
  while (x < leftSize || y < right.size()) {
    const uint32_t beginX = x, beginY = y;
    while (x < leftSize && match[x] == kNone)
      ++x;
    y = x < leftSize ? match[x] : static_cast<uint32_t>(right.size());
    append(diff, {beginX, x, beginY, y, false});
    const uint32_t equalX = x, equalY = y;
    while (x < leftSize && match[x] == y) {
      ++x;
      ++y;
    }
    append(diff, {equalX, x, equalY, y, true});
  }
  return diff;
}

} // namespace pstudio
