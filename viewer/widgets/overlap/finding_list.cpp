// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/overlap/finding_list.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pstudio {

FindingList::FindingList(QWidget *parent) : QWidget(parent) {
  installPaintedItems();
  setObjectName(QStringLiteral("findingList"));
  setAccessibleName(tr("Findings"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

int FindingList::itemCount() const {
  return static_cast<int>(m_findings.size());
}

QString FindingList::itemText(int index) const {
  const analysis::Finding &finding = m_findings[static_cast<size_t>(index)];
  const QString text = QString::fromStdString(finding.title + " " + finding.detail);
  return m_off.contains(finding.code) ? tr("switched off: %1").arg(text) : text;
}

QRect FindingList::itemRect(int index) const {
  for (const FindingPart &part : m_parts)
    if (part.kind == FindingPart::Kind::Card && part.finding == static_cast<size_t>(index))
      return pixelRect(part.box);
  return {};
}

int FindingList::currentItem() const {
  return m_findings.empty() ? -1 : static_cast<int>(m_current);
}

void FindingList::setFindings(std::vector<analysis::Finding> findings, EvidenceName nameOf) {
  m_findings = std::move(findings);
  m_nameOf = std::move(nameOf);
  m_current = 0;
  updateDescription();
}

void FindingList::setThemeKind(ThemeKind kind) {
  m_theme = kind;
  update();
}

void FindingList::setOff(std::set<std::string> codes) {
  m_off = std::move(codes);
  updateDescription();
}

/// The painted texts, for screen readers.
void FindingList::updateDescription() {
  QStringList lines;
  for (const analysis::Finding &finding : m_findings)
    if (!m_off.contains(finding.code))
      lines << QString::fromStdString(finding.title + " " + finding.detail);
  setAccessibleDescription(lines.join(QLatin1Char('\n')));
  updateGeometry();
  update();
}

float FindingList::draw(float width, DrawList &list, std::vector<FindingPart> &parts) const {
  FindingLook look;
  look.most = 4;
  if (hasFocus())
    look.current = m_current;
  const EvidenceName noName = [](SliceId) { return std::string(); };
  return drawFindings(m_findings, m_off, look, width, m_nameOf ? m_nameOf : noName, m_texts, list,
                      parts);
}

QSize FindingList::sizeHint() const {
  return {320, heightForWidth(320)};
}

int FindingList::heightForWidth(int width) const {
  DrawList list;
  std::vector<FindingPart> parts;
  list.clear({0, 0, static_cast<float>(width), 1e6f});
  return static_cast<int>(std::ceil(draw(static_cast<float>(width), list, parts)));
}

const std::vector<FindingPart> &FindingList::parts() {
  const auto width = static_cast<float>(this->width());
  m_list.clear({0, 0, width, static_cast<float>(height())});
  draw(width, m_list, m_parts);
  return m_parts;
}

void FindingList::paintEvent(QPaintEvent *) {
  static_cast<void>(parts());
  QPainter painter(this);
  paintDrawList(painter, m_list, Theme::of(m_theme), m_texts);
}

const FindingPart *FindingList::partAt(QPointF position) {
  static_cast<void>(parts());
  // The list contains the smaller parts of a card after the card.
  const auto hit = std::find_if(m_parts.rbegin(), m_parts.rend(), [&](const FindingPart &part) {
    return part.box.contains(static_cast<float>(position.x()), static_cast<float>(position.y()));
  });
  return hit == m_parts.rend() ? nullptr : &*hit;
}

void FindingList::toggle(size_t finding) {
  const std::string &code = m_findings[finding].code;
  if (!m_off.erase(code))
    m_off.insert(code);
  updateDescription();
  Q_EMIT offChanged();
}

void FindingList::activate(const FindingPart &part) {
  m_current = part.finding;
  update();
  const analysis::Finding &finding = m_findings[part.finding];
  switch (part.kind) {
  case FindingPart::Kind::Switch:
    return toggle(part.finding);
  case FindingPart::Kind::Evidence:
    Q_EMIT evidenceChosen(part.slice, part.finding);
    return;
  case FindingPart::Kind::Card:
    Q_EMIT findingChosen(part.finding);
    if (!finding.slices.empty())
      Q_EMIT evidenceChosen(finding.slices.front(), part.finding);
    return;
  }
}

void FindingList::mousePressEvent(QMouseEvent *event) {
  if (event->button() != Qt::LeftButton)
    return;
  if (const FindingPart *part = partAt(event->position())) {
    const FindingPart copy = *part; // activate() may compute the layout again
    activate(copy);
  }
}

void FindingList::mouseMoveEvent(QMouseEvent *event) {
  const FindingPart *part = partAt(event->position());
  const bool isLink = part && (part->kind != FindingPart::Kind::Card || m_areCardsClickable ||
                               !m_findings[part->finding].slices.empty());
  setCursor(isLink ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void FindingList::keyPressEvent(QKeyEvent *event) {
  if (m_findings.empty())
    return QWidget::keyPressEvent(event);
  switch (event->key()) {
  case Qt::Key_Up:
  case Qt::Key_Down:
    m_current = event->key() == Qt::Key_Up ? m_current - std::min<size_t>(m_current, 1)
                                           : std::min(m_current + 1, m_findings.size() - 1);
    update();
    reportCurrentItem(*this, currentItem());
    return;
  case Qt::Key_Return:
    return activate({FindingPart::Kind::Card, m_current, {}, {}});
  case Qt::Key_Delete:
    return toggle(m_current);
  default:
    QWidget::keyPressEvent(event);
  }
}

void FindingList::focusInEvent(QFocusEvent *event) {
  QWidget::focusInEvent(event);
  update();
}

void FindingList::focusOutEvent(QFocusEvent *event) {
  QWidget::focusOutEvent(event);
  update();
}

} // namespace pstudio
