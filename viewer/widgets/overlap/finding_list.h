// SPDX-License-Identifier: Apache-2.0
// The findings as cards that can be clicked and switched off.
#pragma once

#include <QWidget>

#include <set>
#include <string>
#include <vector>

#include "viewer/geometry/overlap/finding_cards.h"
#include "viewer/paint/draw_list_painter.h"
#include "viewer/paint/theme.h"
#include "viewer/widgets/painted_items.h"

namespace pstudio {

/// As high as its cards at its width. Keys: up and down choose a card, Return selects its evidence,
/// Delete switches its kind off or on. [thread: gui]
class FindingList : public QWidget, public PaintedItems {
  Q_OBJECT

public:
  explicit FindingList(QWidget *parent = nullptr);

  /// `nameOf` is called while they are shown.
  void setFindings(std::vector<analysis::Finding> findings, EvidenceName nameOf);
  /// Whether cards without slices can be clicked too.
  void setCardsClickable(bool isOn) { m_areCardsClickable = isOn; }
  const std::vector<analysis::Finding> &findings() const { return m_findings; }
  void setThemeKind(ThemeKind kind);
  /// Codes of findings that are switched off.
  void setOff(std::set<std::string> codes);
  const std::set<std::string> &off() const { return m_off; }
  /// The parts that can be clicked, in the current layout.
  const std::vector<FindingPart> &parts();

  QSize sizeHint() const override;
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;

  int itemCount() const override;
  QString itemText(int index) const override;
  QRect itemRect(int index) const override;
  int currentItem() const override;

Q_SIGNALS:
  void findingChosen(size_t finding); ///< its card, with or without evidence among slices
  void evidenceChosen(pstudio::SliceId slice, size_t finding);
  void offChanged(); ///< by the user

protected:
  void paintEvent(QPaintEvent *event) override;
  void mousePressEvent(QMouseEvent *event) override;
  void mouseMoveEvent(QMouseEvent *event) override;
  void keyPressEvent(QKeyEvent *event) override;
  void focusInEvent(QFocusEvent *event) override;
  void focusOutEvent(QFocusEvent *event) override;

private:
  float draw(float width, DrawList &list, std::vector<FindingPart> &parts) const;
  const FindingPart *partAt(QPointF position);
  void activate(const FindingPart &part);
  void toggle(size_t finding);
  void updateDescription();

  std::vector<analysis::Finding> m_findings;
  EvidenceName m_nameOf;
  std::set<std::string> m_off;
  bool m_areCardsClickable = false;
  size_t m_current = 0;
  std::vector<FindingPart> m_parts;
  ThemeKind m_theme = ThemeKind::Dark;
  mutable TextCache m_texts;
  DrawList m_list;
};

} // namespace pstudio
