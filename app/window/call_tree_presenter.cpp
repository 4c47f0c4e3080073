// SPDX-License-Identifier: Apache-2.0
// Selects the trees that a call-tree panel offers, and reads those that are compared.
#include "app/window/call_tree_presenter.h"

#include <QFileInfo>

#include "app/settings/text.h"
#include "app/dialogs/file_choice.h"
#include "app/documents/call_tree_file.h"
#include "viewer/widgets/calltree/call_tree_panel.h"
#include "viewer/widgets/timeline/timeline_view.h"

namespace pstudio {
namespace {

constexpr int kHeight = 320, kContent = 160; // [pixels]

CallTreeSource sourceOfFile(const std::filesystem::path &file) {
  return {pathToQString(file.filename()), [file] { return readCallTree(file); }};
}

void askAndCompare(CallTreePanel &panel, Settings &settings) {
  const QString file =
      FileChoice(settings, &panel)
          .fileToRead(CallTreePresenter::tr("Compare with a call tree"),
                      CallTreePresenter::tr("Call trees (*.hatchet *.json);;All files (*)"));
  if (!file.isEmpty())
    CallTreePresenter::compare(panel, file);
}

} // namespace

CallTreePresenter::CallTreePresenter(Settings &settings, ThemeKind theme, QObject *parent)
    : TracePanel(parent), m_panel(*new CallTreePanel) {
  m_panel.setThemeKind(theme);
  connectComparison(m_panel, settings);
  connect(&m_panel, &CallTreePanel::sliceRevealed, this, [this](SliceId slice) {
    if (m_timeline)
      m_timeline->reveal(slice);
  });
}

TracePanelFacts CallTreePresenter::facts() const {
  return {"callTree",
          tr("Call tree"),
          tr("Call tree"),
          "Ctrl+T",
          tr("Show scopes and kernels by the path of their calls, as a flame graph"),
          kHeight,
          kContent};
}

QWidget *CallTreePresenter::widget() {
  return &m_panel;
}

bool CallTreePresenter::isEmpty() const {
  return !m_panel.hasSources();
}

void CallTreePresenter::setThemeKind(ThemeKind theme) {
  m_panel.setThemeKind(theme);
}

void CallTreePresenter::showTrace(const ShownTrace &shown) {
  m_timeline = shown.timeline;
  if (shown.shown.trace == m_trace && m_trace)
    return; // another theme, for example
  m_trace = shown.shown.trace;
  std::vector<CallTreeSource> sources;
  const auto add = [&](const QString &name, TracePart part) {
    if (m_trace && hasSlicesOf(*m_trace, part))
      sources.push_back(
          {name, [trace = m_trace, part]() -> Result<std::shared_ptr<const TreeData>> {
             return makeTreeData(*trace, part);
           }});
  };
  add(tr("scopes of kernels"), TracePart::Kernels);
  const bool hasKernels = !sources.empty();
  add(tr("host and streams"), TracePart::Tracks);
  // Without records inside kernels the tree of the program is the one that has kernels.
  if (const auto beside = m_trace ? callTreeBeside(shown.file) : std::nullopt)
    sources.insert(hasKernels ? sources.end() : sources.begin(), sourceOfFile(*beside));
  m_panel.setSources(std::move(sources), m_timeline ? m_timeline->selection() : nullptr);
}

void CallTreePresenter::compare(CallTreePanel &panel, const QString &file) {
  panel.compareWith(sourceOfFile(toPath(file)));
}

void CallTreePresenter::connectComparison(CallTreePanel &panel, Settings &settings) {
  connect(&panel, &CallTreePanel::comparisonWanted, &panel,
          [&panel, &settings] { askAndCompare(panel, settings); });
}

} // namespace pstudio
