// SPDX-License-Identifier: Apache-2.0
// Call trees: a flame graph and a table of the same nodes.
#include "viewer/widgets/calltree/call_tree_panel.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLineEdit>
#include <QPointer>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include "core/base/number_text.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/calltree/call_tree_table.h"
#include "viewer/widgets/calltree/flame_view.h"
#include "viewer/widgets/elided_label.h"
#include "viewer/widgets/message_page.h"
#include "viewer/widgets/panel_controls.h"

namespace pstudio {

using calltree::kNoNode;

namespace {

constexpr int kInset = 12, kGap = 8;
constexpr int kLeastFilter = 120, kFilterWidth = 260;
constexpr int kLeastStatus = 40;

} // namespace

CallTreePanel::CallTreePanel(QWidget *parent) : QWidget(parent) {
  setObjectName(QStringLiteral("callTreePanel"));
  setAccessibleName(tr("Call tree"));
  setAttribute(Qt::WA_StyledBackground);
  setFocusPolicy(Qt::StrongFocus);
  m_message = new MessagePage(QStringLiteral("callTree"));
  auto *content = new QWidget;
  auto *column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(makeBar());
  column->addWidget(makeParts(), 1);
  m_pages = new QStackedWidget;
  m_pages->addWidget(m_message);
  m_pages->addWidget(content);
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_pages);
  setFocusProxy(m_flame);
  setSources({}, nullptr);
}

CallTreePanel::~CallTreePanel() = default;

QWidget *CallTreePanel::makeBar() {
  m_sourceBox = makeCombo("callTreeSource", tr("Tree: scopes of the trace, or a file beside it"));
  m_metrics = makeCombo("callTreeMetric", tr("Metric that is the width of a node"));
  m_filter = new QLineEdit;
  m_filter->setObjectName(QStringLiteral("callTreeFilter"));
  m_filter->setAccessibleName(tr("Find nodes by name"));
  m_filter->setPlaceholderText(tr("Find nodes: text or /expression/"));
  m_filter->setToolTip(tr("Part of a name, or a regular expression between slashes. Other nodes "
                          "are dimmed"));
  m_filter->setClearButtonEnabled(true);
  m_filter->setMinimumWidth(kLeastFilter);
  m_filter->setMaximumWidth(kFilterWidth);
  m_compare = makeSwitch("callTreeCompare", tr("Compare..."),
                         tr("Show the difference of this tree and another file"));
  m_compare->setCheckable(false);
  m_status = new ElidedLabel;
  m_status->setObjectName(QStringLiteral("callTreeStatus"));
  m_status->setAccessibleName(tr("Size of the call tree"));
  m_status->setTextFormat(Qt::PlainText);
  m_status->setMinimumWidth(kLeastStatus);
  connect(m_sourceBox, &QComboBox::activated, this,
          [this](int at) { showSource(static_cast<size_t>(at)); });
  connect(m_metrics, &QComboBox::activated, this, &CallTreePanel::chooseMetric);
  connect(m_filter, &QLineEdit::textChanged, this, &CallTreePanel::applyFilter);
  connect(m_compare, &QToolButton::clicked, this, &CallTreePanel::comparisonWanted);
  auto *bar = new PanelBar({kInset, 4, kInset, 4}, kGap);
  QHBoxLayout *what = bar->addGroup();
  for (QWidget *widget : std::initializer_list<QWidget *>{m_sourceBox, m_metrics, m_compare})
    what->addWidget(widget);
  what->addStretch(0);
  QHBoxLayout *how = bar->addGroup();
  how->addWidget(m_filter, 1);
  how->addWidget(m_status, 1);
  return bar;
}

QWidget *CallTreePanel::makeParts() {
  m_flame = new FlameView;
  m_table = new CallTreeTable;
  auto *parts = new QSplitter(Qt::Horizontal);
  parts->setAccessibleName(tr("Flame graph, and table"));
  parts->setObjectName(QStringLiteral("callTreeParts"));
  parts->setHandleWidth(1);
  parts->setChildrenCollapsible(false);
  parts->addWidget(m_flame);
  parts->addWidget(m_table);
  parts->setStretchFactor(0, 1);
  parts->setStretchFactor(1, 1);
  parts->setSizes({1000, 1000}); // halves
  connect(m_flame, &FlameView::nodeChosen, this, &CallTreePanel::chooseNode);
  connect(m_table, &CallTreeTable::nodeChosen, this, &CallTreePanel::chooseNode);
  connect(m_table, &CallTreeTable::nodeActivated, m_flame, &FlameView::zoomTo);
  return parts;
}

void CallTreePanel::setSources(std::vector<CallTreeSource> sources, SelectionModel *selection) {
  if (m_selection != selection) {
    if (m_selection)
      m_selection->disconnect(this);
    m_selection = selection;
    if (selection)
      connect(selection, &SelectionModel::selectedSliceChanged, this,
              &CallTreePanel::followSelection);
  }
  m_sources = std::move(sources);
  m_sourceBox->clear();
  for (const CallTreeSource &source : m_sources)
    m_sourceBox->addItem(source.name);
  m_sourceBox->setVisible(m_sources.size() > 1);
  if (m_sources.empty()) {
    m_wanted = nullptr;
    m_work.cancel();
    return showMade({std::shared_ptr<const TreeData>(), nullptr});
  }
  showSource(0);
}

void CallTreePanel::showSource(size_t source) {
  m_sourceBox->setCurrentIndex(static_cast<int>(source));
  start(m_sources[source].make);
}

void CallTreePanel::compareWith(CallTreeSource other) {
  if (!m_data || m_data->isDifference)
    return;
  const QString name = tr("difference: %1 - %2").arg(m_sourceBox->currentText(), other.name);
  const auto make = [first = m_data,
                     second = other.make]() -> Result<std::shared_ptr<const TreeData>> {
    PSTUDIO_TRY_ASSIGN(const std::shared_ptr<const TreeData> made, second());
    return makeDifference(*first, *made);
  };
  m_sources.push_back({name, make});
  m_sourceBox->addItem(name);
  m_sourceBox->show();
  showSource(m_sources.size() - 1);
}

void CallTreePanel::start(CallTreeSource::Maker make) {
  m_work.cancel();
  if (!isVisible()) {
    m_wanted = std::move(make);
    m_data.reset();
    return showMessage(tr("The call tree is not made yet."), QString());
  }
  m_wanted = nullptr;
  showMessage(tr("Making the call tree..."), QString());
  m_work.start(
      [make = std::move(make)](const std::stop_token &) {
        Made made{make(), nullptr};
        if (made.data && *made.data && !(*made.data)->columns.empty())
          made.layout = std::make_shared<const FlameLayout>(**made.data, (*made.data)->columns[0]);
        return made;
      },
      [this](Made made) { showMade(std::move(made)); });
}

void CallTreePanel::showEvent(QShowEvent *event) {
  QWidget::showEvent(event);
  if (m_wanted)
    start(std::exchange(m_wanted, nullptr));
}

void CallTreePanel::showMessage(const QString &title, const QString &hint) {
  m_message->setTexts(title, hint);
  m_pages->setCurrentIndex(0);
}

void CallTreePanel::showMade(Made made) {
  m_match.cancel();
  m_filter->clear();
  m_data = made.data ? *made.data : nullptr;
  const bool hasNodes = m_data && !m_data->isEmpty() && made.layout;
  m_flame->setTree(hasNodes ? m_data : nullptr, hasNodes ? made.layout : nullptr, 0);
  m_table->setTree(hasNodes ? m_data : nullptr);
  fillMetrics();
  m_compare->setEnabled(hasNodes && !m_data->isDifference);
  showStatus();
  if (hasNodes) {
    m_pages->setCurrentIndex(1);
    if (m_selection)
      followSelection(m_selection->selectedSlice());
  } else if (!made.data) {
    showMessage(tr("The tree was not read: %1").arg(toQString(made.data.error().message)),
                toQString(made.data.error().hint));
  } else if (m_data) {
    showMessage(m_data->isEmpty() ? tr("This tree has no nodes.") : tr("This tree has no metrics."),
                tr("Choose another tree, or record scopes of a kernel."));
  } else {
    showMessage(tr("No trace and no call tree is open."),
                tr("Open a trace, or a call tree of Triton Proton (*.hatchet)."));
  }
  Q_EMIT treeShown();
}

void CallTreePanel::fillMetrics() {
  m_metrics->clear();
  for (size_t i = 0; m_data && i < m_data->columns.size(); ++i)
    if (m_data->columns[i].isAmount)
      m_metrics->addItem(toQString(m_data->columns[i].label), static_cast<int>(i));
}

void CallTreePanel::chooseMetric(int at) {
  const auto column = static_cast<size_t>(m_metrics->itemData(at).toInt());
  m_work.start(
      [data = m_data, column](const std::stop_token &) {
        return std::make_shared<const FlameLayout>(*data, data->columns[column]);
      },
      [this, column](const std::shared_ptr<const FlameLayout> &layout) {
        m_flame->setLayoutOf(layout, column);
      });
}

void CallTreePanel::applyFilter() {
  const std::string text = m_filter->text().toStdString();
  if (!m_data || text.empty()) {
    m_match.cancel();
    if (m_data)
      showMatches(TreeMatches{});
    return;
  }
  m_match.start(
      [data = m_data, text](const std::stop_token &) { return matchTree(data->tree, text); },
      [this, data = m_data, text](const Result<TreeMatches> &matches) {
        if (data == m_data && text == m_filter->text().toStdString())
          showMatches(matches);
      });
}

void CallTreePanel::showMatches(const Result<TreeMatches> &matches) {
  const bool isFilter = matches && !matches->matches.empty();
  auto shared = isFilter ? std::make_shared<const TreeMatches>(*matches) : nullptr;
  m_matchCount = isFilter ? shared->count : 0;
  m_flame->setMatches(shared);
  m_table->setMatches(shared);
  showStatus();
  if (!matches)
    m_status->setFullText(toQString(matches.error().message));
}

void CallTreePanel::showStatus() {
  if (!m_data)
    return m_status->setFullText({});
  QString text = toQString(countText(m_data->tree.nodes().size(), "node", "nodes"));
  if (!m_filter->text().isEmpty())
    text = tr("%1 of %2").arg(toQString(countText(m_matchCount)), text);
  if (!m_data->remark.empty())
    text += QLatin1String("; ") + toQString(m_data->remark);
  m_status->setFullText(text);
}

void CallTreePanel::chooseNode(calltree::NodeId node) {
  m_flame->setCurrentNode(node);
  if (m_table->currentNode() != node)
    m_table->setCurrentNode(node);
  const SliceId slice = m_data ? m_data->sliceOf(node) : SliceId();
  if (!slice.isValid() || !m_selection || m_data->nodeOf(m_selection->selectedSlice()) == node)
    return;
  m_selection->select(slice);
  Q_EMIT sliceRevealed(slice);
}

void CallTreePanel::followSelection(SliceId slice) {
  if (!m_data || m_data->nodeOfSlice.empty())
    return;
  const calltree::NodeId node = m_data->nodeOf(slice);
  m_flame->setCurrentNode(node);
  m_table->setCurrentNode(node);
}

void CallTreePanel::setThemeKind(ThemeKind kind) {
  m_flame->setThemeKind(kind);
  m_table->setThemeKind(kind);
}

} // namespace pstudio
