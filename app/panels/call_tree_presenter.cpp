// SPDX-License-Identifier: Apache-2.0
// Call trees of the shown trace: its scopes, its other slices, and the tree in the file beside it.
#include "app/panels/call_tree_presenter.h"

#include "app/dialogs/file_choice.h"
#include "app/documents/call_tree_file.h"
#include "app/panels/panel_list.h"
#include "app/settings/text.h"
#include "viewer/widgets/calltree/call_tree_panel.h"

namespace pstudio {
namespace {

CallTreeSource sourceOfFile(const std::filesystem::path &file) {
  return {pathToQString(file.filename()), [file] { return readCallTree(file); }};
}

class CallTreePresenter : public TracePanelOf<CallTreePanel> {
public:
  CallTreePresenter(const TracePanelServices &services, QObject *parent)
      : TracePanelOf(
            {.panel = PanelId::Statistics,
             .views =
                 {{.name = "callTree",
                   .title = tr("Call tree"),
                   .key = "Ctrl+T",
                   .tip = tr("Show scopes and kernels by the path of their calls, as a table")},
                  {.name = "flameGraph",
                   .title = tr("Flame graph"),
                   .key = "Ctrl+Shift+M",
                   .tip =
                       tr("Show scopes and kernels by the path of their calls, as a flame graph")}},
             .minHeight = 320,
             .minContent = 160},
            new CallTreePanel, services, parent) {
    viewChanged();
    offerCallTreeComparison(m_panel, services.settings);
  }

  bool isEmpty() const override { return !m_panel.hasSources(); }

protected:
  void showTrace() override {
    std::vector<CallTreeSource> sources;
    const auto add = [&](const QString &name, TracePart part) {
      if (trace() && hasSlicesOf(*trace(), part))
        sources.push_back(
            {name, [trace = trace(), part]() -> Result<std::shared_ptr<const TreeData>> {
               return makeTreeData(*trace, part);
             }});
    };
    add(tr("scopes of kernels"), TracePart::Kernels);
    const bool hasKernels = !sources.empty();
    add(tr("host and streams"), TracePart::Tracks);
    // Without records inside kernels the tree of the program is the one that has kernels.
    if (const auto beside = trace() ? callTreeBeside(shown().file) : std::nullopt)
      sources.insert(hasKernels ? sources.end() : sources.begin(), sourceOfFile(*beside));
    m_panel.setSources(std::move(sources), selection());
  }

  void viewChanged() override {
    m_panel.setParts(view() == 0 ? CallTreePanel::Parts::Table : CallTreePanel::Parts::FlameGraph);
  }
};

} // namespace

TracePanel *makeCallTreePanel(const TracePanelServices &services, QObject *parent) {
  return new CallTreePresenter(services, parent);
}

void compareCallTree(CallTreePanel &panel, const QString &file) {
  panel.compareWith(sourceOfFile(toPath(file)));
}

void offerCallTreeComparison(CallTreePanel &panel, Settings &settings) {
  QObject::connect(&panel, &CallTreePanel::comparisonRequested, &panel, [&panel, &settings] {
    const QString file =
        FileChoice(settings, &panel)
            .fileToRead(CallTreePanel::tr("Compare with a call tree"),
                        CallTreePanel::tr(
                            "Call trees (*.hatchet *.hatchet_msgpack *.json);;All files (*)"));
    if (!file.isEmpty())
      compareCallTree(panel, file);
  });
}

} // namespace pstudio
