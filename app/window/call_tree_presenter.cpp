// SPDX-License-Identifier: Apache-2.0
// Selects the trees that a call-tree panel offers, and reads those that are compared.
#include "app/window/call_tree_presenter.h"

#include <QFileDialog>
#include <QFileInfo>

#include "app/application/text.h"
#include "app/documents/call_tree_file.h"
#include "viewer/widgets/calltree/call_tree_panel.h"

namespace pstudio {
namespace {

CallTreeSource sourceOfFile(const std::filesystem::path &file) {
  return {pathToQString(file.filename()), [file] { return readCallTree(file); }};
}

void askAndCompare(CallTreePanel &panel, Settings &settings) {
  const QString file = QFileDialog::getOpenFileName(
      &panel, CallTreePresenter::tr("Compare with a call tree"), settings.lastFolder(),
      CallTreePresenter::tr("Call trees (*.hatchet *.json);;All files (*)"));
  if (file.isEmpty())
    return;
  settings.setLastFolder(QFileInfo(file).absolutePath());
  CallTreePresenter::compare(panel, file);
}

} // namespace

CallTreePresenter::CallTreePresenter(CallTreePanel &panel, Settings &settings, QObject *parent)
    : QObject(parent), m_panel(panel) {
  connectComparison(panel, settings);
}

void CallTreePresenter::showTrace(std::shared_ptr<const Trace> trace, const QString &file,
                                  SelectionModel *selection) {
  if (trace == m_trace && trace)
    return; // another theme, for example
  m_trace = std::move(trace);
  std::vector<CallTreeSource> sources;
  const auto add = [&](const QString &name, TracePart part) {
    if (m_trace && hasSlicesOf(*m_trace, part))
      sources.push_back(
          {name, [trace = m_trace, part]() -> Result<std::shared_ptr<const TreeData>> {
             return makeTreeData(*trace, part);
           }});
  };
  add(tr("scopes of kernels"), TracePart::Kernels);
  add(tr("host and streams"), TracePart::Tracks);
  if (const auto beside = m_trace ? callTreeBeside(file) : std::nullopt)
    sources.push_back(sourceOfFile(*beside));
  m_panel.setSources(std::move(sources), m_trace ? selection : nullptr);
}

void CallTreePresenter::compare(CallTreePanel &panel, const QString &file) {
  panel.compareWith(sourceOfFile(toPath(file)));
}

void CallTreePresenter::connectComparison(CallTreePanel &panel, Settings &settings) {
  connect(&panel, &CallTreePanel::comparisonWanted, &panel,
          [&panel, &settings] { askAndCompare(panel, settings); });
}

} // namespace pstudio
