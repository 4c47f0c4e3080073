// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/search/search_panel.h"

#include <QHeaderView>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "core/base/number_text.h"
#include "viewer/paint/qt_text.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/number_table.h"
#include "viewer/widgets/panel_controls.h"
#include "viewer/widgets/search/search_hit_model.h"

namespace pstudio {
namespace {

constexpr int kMessageHeight = 96; // [pixels] of a title and a hint

} // namespace

SearchPanel::SearchPanel(QWidget *parent)
    : Panel(QStringLiteral("search"), tr("Matches"), parent), m_hits(new SearchHitModel(this)),
      m_table(new NumberTable(QStringLiteral("searchHits"), tr("Matches"), m_hits)),
      m_summary(new QLabel) {
  setFocusProxy(m_table);
  m_summary->setObjectName(QStringLiteral("searchSummary"));
  m_summary->setContentsMargins(8, 4, 8, 4);
  m_summary->setTextFormat(Qt::PlainText);
  m_table->setSortingEnabled(true);
  m_table->csv().setRemark([this] {
    const size_t count = m_hits->hitCount();
    return count <= SearchHitModel::kMaxListed
               ? QString()
               : tr("the first %1 of %2")
                     .arg(toQString(countText(SearchHitModel::kMaxListed)),
                          toQString(countText(count, "match", "matches")));
  });
  m_table->sortByColumn(SearchHitModel::Time, Qt::AscendingOrder);
  for (const int column : {SearchHitModel::Name, SearchHitModel::Place})
    m_table->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
  m_bar = makeBar();
  fill({m_bar, makePages(makeColumn({m_summary, m_table}))});

  connect(m_table, &NumberTable::lineChosen, this, &SearchPanel::chooseLine);
  connect(m_table, &QTableView::clicked, this,
          [this](const QModelIndex &index) { chooseLine(index.row()); });
  connect(m_table, &QTableView::activated, this,
          [this](const QModelIndex &index) { Q_EMIT hitActivated(m_hits->itemAt(index.row())); });
  connect(&m_model, &SearchModel::changed, this, &SearchPanel::showState);
  connect(&m_model, &SearchModel::currentChanged, this, &SearchPanel::showCurrent);
  showState();
}

QWidget *SearchPanel::makeBar() {
  struct Part {
    const char *name;
    QString text, tip;
  };
  const std::array<Part, kSearchParts> parts = {
      {{"searchSlices", tr("Slices"), tr("Search names of slices")},
       {"searchInstants", tr("Instants"), tr("Search names of instants")},
       {"searchArguments", tr("Arguments"),
        tr("Search arguments (stage=1) and categories of slices and instants")},
       {"searchTracks", tr("Tracks"), tr("Search names of tracks")},
       {"searchCounters", tr("Counters"), tr("Search names of counters")},
       {"searchAccesses", tr("Memory accesses"),
        tr("Search memory accesses by operation, source line and buffer")}}};
  auto *bar = new PanelBar({8, 4, 8, 0}, 8);
  QHBoxLayout *group = bar->addGroup({});
  for (size_t i = 0; i < parts.size(); ++i) {
    m_parts[i] = makeSwitch(parts[i].name, parts[i].text, parts[i].tip);
    m_parts[i]->setChecked(m_model.parts()[i]);
    connect(m_parts[i], &QToolButton::clicked, this, &SearchPanel::chooseParts);
    group->addWidget(m_parts[i]);
  }
  group->addStretch(0);
  return bar;
}

void SearchPanel::chooseParts() {
  SearchParts parts;
  for (size_t i = 0; i < m_parts.size(); ++i)
    parts[i] = m_parts[i]->isChecked();
  m_model.setParts(parts);
}

void SearchPanel::setThemeKind(ThemeKind kind) {
  m_table->setThemeKind(kind);
}

QString SearchPanel::summary() const {
  return m_summary->text();
}

bool SearchPanel::hasLines() const {
  return showsContent() && m_table->model()->rowCount() > 0;
}

void SearchPanel::chooseLine(int line) {
  m_model.goTo(m_hits->itemAt(line));
}

int SearchPanel::heightFor(int lines) const {
  const int least = m_bar->sizeHint().height();
  if (!showsContent())
    return least + windowLength(kMessageHeight);
  const int shown = std::min(lines, m_table->model()->rowCount());
  return least + m_summary->sizeHint().height() + m_table->horizontalHeader()->sizeHint().height() +
         shown * m_table->verticalHeader()->defaultSectionSize() + 2 * m_table->frameWidth();
}

void SearchPanel::showState() {
  const auto &result = m_model.result();
  // Until the new hits are there the old ones stay: the list must not flicker at each letter.
  if (m_model.state() == SearchModel::State::Searching && m_hits->rowCount() > 0)
    return m_summary->setText(tr("Searching"));
  m_hits->setHits(result ? m_model.trace() : nullptr, result);
  const QString text = toQString(m_model.query().text);
  switch (m_model.state()) {
  case SearchModel::State::NoTrace:
    return showMessage(tr("No trace"), tr("Open a trace to search it."));
  case SearchModel::State::NoQuery:
    return showMessage(tr("No search"),
                       tr("Enter a name, an argument such as stage=1, a track, a source line or a "
                          "buffer into the search field."));
  case SearchModel::State::Invalid:
    return showMessage(tr("The regular expression is not valid"),
                       toQString(m_model.error().toString()));
  case SearchModel::State::Searching:
    return showMessage(tr("Searching"), text);
  case SearchModel::State::Done:
    break;
  }
  const size_t count = result->hits.size();
  if (count == 0)
    return showMessage(tr("No match for %1").arg(text),
                       m_model.parts().all()
                           ? tr("The search covers names, arguments, categories, tracks, counters "
                                "and memory accesses.")
                           : tr("The search covers only the kinds that are switched on above."));
  QString words = toQString(countText(count, "match", "matches"));
  if (count > SearchHitModel::kMaxListed)
    words = tr("First %1 of %2").arg(toQString(countText(SearchHitModel::kMaxListed)), words);
  if (result->skippedAccesses > 0)
    words +=
        tr(". Not searched: %1")
            .arg(toQString(countText(result->skippedAccesses, "memory access", "memory accesses")));
  m_summary->setText(words);
  m_table->sortAgain();
  showContent();
  showCurrent();
}

void SearchPanel::showCurrent() {
  if (!m_model.result())
    return;
  const auto current = m_model.current();
  const bool isListed = current && *current < SearchHitModel::kMaxListed;
  m_table->setCurrentLine(isListed ? m_hits->lineOf(static_cast<uint32_t>(*current)) : -1);
}

} // namespace pstudio
