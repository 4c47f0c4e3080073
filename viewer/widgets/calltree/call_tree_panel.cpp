// SPDX-License-Identifier: Apache-2.0
// Call trees: a flame graph and a table of the same nodes.
#include "viewer/widgets/calltree/call_tree_panel.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLineEdit>
#include <QSplitter>
#include <QToolButton>

#include "core/base/number_text.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/calltree/call_tree_table.h"
#include "viewer/widgets/calltree/flame_view.h"
#include "viewer/widgets/elided_label.h"
#include "viewer/widgets/panel_controls.h"

namespace pstudio {

using calltree::kNoNode;

namespace {

constexpr int kInset = 12, kGap = 8;
constexpr int kMinFilter = 120, kFilterWidth = 260;
constexpr int kMinStatus = 40;

} // namespace

CallTreePanel::CallTreePanel(QWidget *parent)
    : Panel(QStringLiteral("callTree"), tr("Call tree"), parent) {
  setFocusPolicy(Qt::StrongFocus);
  QWidget *bar = makeBar();
  fill({makePages(makeColumn({bar, makeBody()}))});
  setFocusProxy(m_flame);
  setSources({}, nullptr);
}

CallTreePanel::~CallTreePanel() = default;

QWidget *CallTreePanel::makeBar() {
  m_sourceBox = makeCombo("callTreeSource", tr("Tree: scopes of the trace, or a file beside it"));
  m_metrics = makeCombo("callTreeMetric", tr("Metric that is the width of a node"));
  m_filter = makeFindField("callTreeFilter", tr("Find nodes by name"),
                           tr("Find nodes: text or /expression/"), kMinFilter);
  m_filter->setToolTip(tr("Part of a name, or a regular expression between slashes. Other nodes "
                          "are dimmed"));
  m_filter->setMaximumWidth(kFilterWidth);
  m_compare = makeButton("callTreeCompare", tr("Compare..."),
                         tr("Show the difference of this tree and another file"));
  m_status = makeStatusLine("callTreeStatus", tr("Size of the call tree"), kMinStatus);
  connect(m_sourceBox, &QComboBox::activated, this,
          [this](int at) { showSource(static_cast<size_t>(at)); });
  connect(m_metrics, &QComboBox::activated, this, &CallTreePanel::chooseMetric);
  connect(m_filter, &QLineEdit::textChanged, this, &CallTreePanel::applyFilter);
  connect(m_compare, &QToolButton::clicked, this, &CallTreePanel::comparisonRequested);
  auto *bar = new PanelBar({kInset, 4, kInset, 4}, kGap);
  bar->addGroup({m_sourceBox, m_metrics, m_compare})->addStretch(0);
  QHBoxLayout *how = bar->addGroup({});
  how->addWidget(m_filter, 1);
  how->addWidget(m_status, 1);
  return bar;
}

QWidget *CallTreePanel::makeBody() {
  m_flame = new FlameView;
  m_table = new CallTreeTable;
  connect(m_flame, &FlameView::nodeChosen, this, &CallTreePanel::chooseNode);
  connect(m_table, &CallTreeTable::nodeChosen, this, &CallTreePanel::chooseNode);
  connect(m_table, &CallTreeTable::nodeActivated, m_flame, &FlameView::zoomTo);
  return makeParts("callTreeParts", tr("Flame graph, and table"),
                   {{m_flame, 1000}, {m_table, 1000}});
}

void CallTreePanel::setParts(Parts parts) {
  m_flame->setVisible(parts != Parts::Table);
  m_table->setVisible(parts != Parts::FlameGraph);
  m_metrics->setVisible(parts != Parts::Table); // the table has a column for each
  setFocusProxy(parts == Parts::Table ? static_cast<QWidget *>(m_table) : m_flame);
}

void CallTreePanel::setSources(std::vector<CallTreeSource> sources, SelectionModel *selection) {
  setModels(selection);
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
  m_work.cancel();
  m_wanted = m_sources[source].make;
  m_data.reset();
  showMessage(tr("The call tree is not made yet."), QString());
  refresh();
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

void CallTreePanel::compute() {
  if (!m_wanted)
    return;
  showMessage(tr("Making the call tree..."), QString());
  m_work.start(
      [make = std::exchange(m_wanted, nullptr)](const std::stop_token &) {
        Made made{make(), nullptr};
        if (made.data && *made.data && !(*made.data)->columns.empty())
          made.layout = std::make_shared<const FlameLayout>(**made.data, (*made.data)->columns[0]);
        return made;
      },
      [this](Made made) { showMade(std::move(made)); });
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
  showSize();
  if (hasNodes) {
    showContent();
    if (selection())
      followSelection(selection()->selectedSlice());
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
  showSize();
  if (!matches)
    m_status->setFullText(toQString(matches.error().message));
}

void CallTreePanel::showSize() {
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
  if (slice.isValid() && selection() && m_data->nodeOf(selection()->selectedSlice()) != node)
    choose(slice, false);
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
