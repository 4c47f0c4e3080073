// SPDX-License-Identifier: Apache-2.0
// The lines of a source file that the inspector shows.
#include <QVBoxLayout>

#include <algorithm>

#include "viewer/paint/qt_text.h"
#include "viewer/widgets/link_label.h"
#include "viewer/widgets/timeline/inspector.h"

namespace pstudio {
namespace {

constexpr uint32_t kSourceContext = 2; // lines before and after the event's own

/// Blanks that every line begins with; lines of nothing but blanks have no say.
size_t commonIndent(const std::vector<std::string> &lines) {
  size_t indent = std::string::npos;
  for (const std::string &line : lines)
    indent = std::min(indent, line.find_first_not_of(' '));
  return indent == std::string::npos ? 0 : indent;
}

} // namespace

void Inspector::setSources(std::shared_ptr<const SourceTexts> sources) {
  if (sources == m_sources)
    return;
  m_sources = std::move(sources);
  showCurrent();
}

LinkLabel *Inspector::addLink(const QString &text, const char *name, const QString &tip) {
  auto *link = new LinkLabel(text);
  link->setObjectName(QLatin1String(name));
  link->setToolTip(tip);
  m_page->addWidget(link);
  m_text += text + QLatin1Char('\n');
  return link;
}

void Inspector::addSource(const SourcePlace &place) {
  addHeading(tr("Source"));
  // Queued: what follows may replace the page and with it the link.
  connect(
      addLink(toQString(shortPlace(place)), "sourcePlace",
              tr("Show this line in the panel Source")),
      &LinkLabel::followed, this, [this, place] { Q_EMIT placeRequested(place); },
      Qt::QueuedConnection);
  const auto excerpt = sourceExcerpt(*m_sources, place, kSourceContext);
  if (!excerpt) {
    const bool hasFile = m_sources->find(place.file) != nullptr;
    addParagraph(hasFile ? tr("%1 has no line %2: it is not the file of the recorded run.")
                               .arg(toQString(place.file))
                               .arg(place.line)
                         : tr("%1 is neither stored in the trace nor on this machine.")
                               .arg(toQString(place.file)),
                 "muted");
    if (!hasFile)
      connect(addLink(tr("Name a folder..."), "sourceFolderLink",
                      tr("Name a folder that contains the source files")),
              &LinkLabel::followed, this, &Inspector::folderRequested, Qt::QueuedConnection);
    return;
  }
  const size_t indent = commonIndent(excerpt->lines);
  for (size_t at = 0; at < excerpt->lines.size(); ++at) {
    const uint32_t number = excerpt->firstLine + static_cast<uint32_t>(at);
    addSourceLine(QStringLiteral("%1  %2").arg(number, 3).arg(
                      toQString(excerpt->lines[at]).mid(static_cast<qsizetype>(indent))),
                  number == place.line ? "sourceLine" : "sourceContext");
  }
}

} // namespace pstudio
