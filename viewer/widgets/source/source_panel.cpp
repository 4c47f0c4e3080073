// SPDX-License-Identifier: Apache-2.0
// Content of the source panel, and the links between a chosen line, its events and its code.
#include "viewer/widgets/source/source_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <utility>

#include "core/base/number_text.h"
#include "core/base/text_lines.h"
#include "core/source/line_events.h"
#include "core/source/line_sums_text.h"
#include "core/trace/trace_builder.h"
#include "viewer/geometry/number_format.h"
#include "viewer/paint/qt_text.h"
#include "viewer/widgets/elided_label.h"
#include "viewer/widgets/message_page.h"
#include "viewer/widgets/source/code_table.h"

namespace pstudio {
namespace {

constexpr int kSourceStatusTime = 6000; // [ms]
constexpr int kMinWidthForBoth = 960;   // [pixels]

bool isSelectable(const SearchHit &hit) {
  return hit.kind == HitKind::Slice || hit.kind == HitKind::Instant;
}

/// Every line of a text; without a text those with figures.
std::vector<CodeLine> linesFor(const SourceText *text, const FileSums *figures) {
  std::vector<CodeLine> lines;
  if (text)
    for (const std::string_view line : text->lines)
      lines.push_back({static_cast<uint32_t>(lines.size() + 1), line});
  const uint32_t last = static_cast<uint32_t>(lines.size());
  if (figures)
    for (const LineSums &line : figures->lines)
      if (line.line > last) // also lines after the end: another version of the file was compiled
        lines.push_back({line.line, std::nullopt});
  return lines;
}

} // namespace

void SourcePanel::setTrace(std::shared_ptr<const Trace> trace,
                           std::shared_ptr<const SourceTexts> texts, SelectionModel *selection,
                           AreaModel *area) {
  if (this->selection() && this->selection() != selection)
    this->selection()->disconnect(this);
  if (selection && this->selection() != selection)
    connect(selection, &SelectionModel::selectedInstantChanged, this,
            [this] { followSelection({}); });
  setModels(selection, area);
  m_eventWork.cancel();
  m_trace = std::move(trace);
  m_texts = std::move(texts);
  m_places.reset();
  m_sums.reset();
  m_wanted.reset();
  m_file.clear();
  m_line = 0;
  takeEvents(nullptr);
  setCode({}, {});
  restart();
}

void SourcePanel::setTexts(std::shared_ptr<const SourceTexts> texts) {
  m_texts = std::move(texts);
  if (!m_sums)
    return;
  showFile(m_file);
  showLine(m_line, true);
}

void SourcePanel::setThemeKind(ThemeKind kind) {
  m_source->setThemeKind(kind);
  m_code->setThemeKind(kind);
}

void SourcePanel::restart() {
  m_work.cancel();
  refresh(!m_trace);
}

void SourcePanel::resizeEvent(QResizeEvent *event) {
  QWidget::resizeEvent(event);
  showCodePane();
}

void SourcePanel::setCodeBeside(Code kind) {
  m_beside = kind;
  fillCodes();
}

bool SourcePanel::showsSource() const {
  return m_beside == Code::None || width() >= kMinWidthForBoth;
}

/// Shows the code beside the source, or alone where the panel has no room for both.
void SourcePanel::showCodePane() {
  m_codePages->setVisible(m_beside != Code::None);
  m_sourcePart->setVisible(showsSource());
  setFocusProxy(showsSource() ? m_source : m_code);
  QTimer::singleShot(0, this, [this] { // when the parts have their new widths
    m_source->fitColumns();
    m_code->fitColumns();
  });
}

void SourcePanel::compute() {
  if (!m_trace)
    return showMessage(tr("No trace is open."), tr("Open a trace, or run a kernel."));
  if (!m_sums)
    showMessage(tr("Computing the figures of the source lines..."), QString());
  SourceArea selected;
  if (area() && area()->area())
    selected = {area()->area()->range, area()->area()->tracks};
  struct Made {
    std::shared_ptr<const TracePlaces> places;
    std::shared_ptr<const SourceSums> sums;
  };
  m_work.start(
      [trace = m_trace, selected, places = m_places](const std::stop_token &stop) {
        Made made{places ? places : std::make_shared<const TracePlaces>(*trace), nullptr};
        made.sums =
            std::make_shared<const SourceSums>(sumByLine(*trace, *made.places, selected, 0, stop));
        return made;
      },
      [this](Made made) {
        m_places = std::move(made.places);
        showSums(std::move(made.sums));
      });
}

void SourcePanel::showSums(std::shared_ptr<const SourceSums> sums) {
  const bool isFirst = !m_sums;
  m_sums = std::move(sums);
  if (m_places->files().empty() && !(m_wanted && m_texts->find(m_wanted->file))) {
    showMessage(
        tr("No event of this trace has a source line."),
        tr("Kernels in MLIR have them. LLVM IR has them where it was compiled with line tables."));
    return Q_EMIT sumsShown();
  }
  showParts();
  if (isFirst) {
    showFile(m_files->itemData(0).toString());
    if (const auto rows = m_source->lines().hottestRows(heatColumn()); !rows.empty())
      m_source->revealRow(rows.front());
    followSelection({});
    showCode(bestCode());
    if (m_wanted)
      showPlace(*std::exchange(m_wanted, std::nullopt));
  } else {
    showFigures();
  }
  Q_EMIT sumsShown();
}

void SourcePanel::showParts() {
  showContent();
  fillFiles();
  fillHeat();
  makeColumnMenu();
  showHeader();
}

/// Files with figures first; others, for example beside an area, by name.
void SourcePanel::fillFiles() {
  QStringList paths;
  for (const FileSums &file : m_sums->files)
    paths << toQString(file.path);
  QStringList others;
  for (const std::string &file : m_places->files())
    if (const QString path = toQString(file); !paths.contains(path))
      others << path;
  others.sort();
  m_files->clear();
  for (const QString &path : paths + others) {
    m_files->addItem(toQString(fileNameOf(path.toStdString())), path);
    m_files->setItemData(m_files->count() - 1, path, Qt::ToolTipRole);
  }
  m_files->setCurrentIndex(std::max(0, m_files->findData(m_file)));
}

void SourcePanel::fillHeat() {
  const QVariant chosen = m_heat->currentData();
  m_heat->clear();
  for (size_t i = 0; i < kLineColumns; ++i)
    if (m_sums->has[i])
      m_heat->addItem(tr("by %1").arg(toQString(headingOf(static_cast<LineColumn>(i)))),
                      static_cast<int>(i));
  m_heat->setCurrentIndex(std::max(0, m_heat->findData(chosen)));
  for (QToolButton *button : {m_hotter, m_cooler})
    button->setEnabled(m_heat->count() > 0);
}

LineColumn SourcePanel::heatColumn() const {
  return m_heat->count() == 0 ? LineColumn::Self
                              : static_cast<LineColumn>(m_heat->currentData().toInt());
}

std::vector<LineColumn> SourcePanel::shownColumns() const {
  std::vector<LineColumn> columns;
  for (size_t i = 0; i < kLineColumns; ++i)
    if (m_sums->has[i] && !m_isHidden[i])
      columns.push_back(static_cast<LineColumn>(i));
  return columns;
}

void SourcePanel::showTimesAgain() {
  if (m_sums)
    showHeader();
}

bool SourcePanel::showsFile() const {
  return m_sums && showsContent();
}

void SourcePanel::showHeader() {
  const bool hasArea = m_sums->area.range.has_value();
  m_wholeTrace->setVisible(hasArea);
  QString text = hasArea
                     ? tr("Selected area: %1, %2")
                           .arg(toQString(formatRange(*m_sums->area.range, std::nullopt)),
                                toQString(countText(m_sums->area.tracks.size(), "track", "tracks")))
                 : m_places->files().empty() ? tr("No event has a source line")
                                             : tr("Whole trace");
  if (hasArea && m_sums->files.empty())
    text += tr(": no events with a source line");
  const QString remarks =
      toQString(lineSumsRemarks(*m_sums)).trimmed().replace('\n', QLatin1String("; "));
  m_header->setFullText(remarks.isEmpty() ? text : text + QLatin1String(". ") + remarks);
}

void SourcePanel::showStatus(const QString &text) {
  m_header->setFullText(text);
  QTimer::singleShot(kSourceStatusTime, this, [this] {
    if (m_sums)
      showHeader();
  });
}

std::string SourcePanel::csv() const {
  return m_sums && m_texts ? lineSumsCsv(*m_sums, *m_texts) : std::string();
}

/// Another file, or the same one with another text.
void SourcePanel::showFile(const QString &path) {
  m_file = path;
  if (m_files->findData(path) < 0 && !path.isEmpty()) // a file that only code names
    m_files->addItem(toQString(fileNameOf(path.toStdString())), path);
  m_files->setCurrentIndex(std::max(0, m_files->findData(path)));
  m_files->setToolTip(path);
  const std::string file = path.toStdString();
  const auto text = m_texts->find(file);
  const auto sums = std::ranges::find(m_sums->files, file, &FileSums::path);
  const bool hasSums = sums != m_sums->files.end();
  m_source->lines().setLines(text, linesFor(text.get(), hasSums ? &*sums : nullptr),
                             text ? languageOfFile(file) : std::nullopt);
  m_missing->setVisible(!text);
  m_missingText->setFullText(
      tr("%1 is neither stored in the trace nor on this machine. Lines with figures are listed.")
          .arg(path));
  QString heading = text && text->origin == SourceOrigin::Trace ? tr("Text, stored in the trace")
                    : text ? tr("Text of %1").arg(toQString(text->file))
                           : tr("Text, not found");
  m_source->lines().setTextHeading(heading);
  showFigures();
  showCodePlaces();
}

void SourcePanel::showFigures() {
  const auto sums = std::ranges::find(m_sums->files, m_file.toStdString(), &FileSums::path);
  const int row = m_source->currentRow();
  m_source->lines().setFigures(
      sums == m_sums->files.end() ? nullptr : std::shared_ptr<const FileSums>(m_sums, &*sums),
      shownColumns());
  m_source->fitColumns();
  if (row >= 0 && row < m_source->lines().rowCount())
    m_source->showRow(row);
}

void SourcePanel::goToHottest(bool isNext) {
  const std::vector<int> rows = m_source->lines().hottestRows(heatColumn());
  if (rows.empty())
    return;
  const auto current = std::ranges::find(rows, m_source->currentRow());
  size_t rank = 0;
  if (current != rows.end()) {
    const auto at = static_cast<size_t>(current - rows.begin());
    if (isNext ? at + 1 >= rows.size() : at == 0)
      return; // the coldest one, or the hottest
    rank = isNext ? at + 1 : at - 1;
  }
  m_source->showRow(rows[rank]);
  chooseRow(rows[rank]);
}

void SourcePanel::findNext(bool isForwards) {
  const int row = m_source->find(m_find->text(), isForwards);
  if (row >= 0)
    m_source->showRow(row);
  else if (!m_find->text().isEmpty())
    showStatus(tr("The file does not contain \"%1\"").arg(m_find->text()));
}

void SourcePanel::chooseRow(int row) {
  if (m_places && row >= 0)
    chooseLine(m_source->lines().lines()[static_cast<size_t>(row)].number);
}

/// Marks the code of a line at once and its events as soon as they are found.
void SourcePanel::chooseLine(uint32_t line) {
  m_line = line;
  linkCode(true);
  takeEvents(nullptr);
  const uint32_t number = m_places->numberOf(m_file.toStdString(), line);
  if (number == TracePlaces::kNone) {
    m_eventWork.cancel();
    takeEvents(std::make_shared<const SearchResult>());
    return;
  }
  m_eventWork.start(
      [trace = m_trace, places = m_places, number](const std::stop_token &stop) {
        return eventsOfLine(*trace, *places, number, stop);
      },
      [this, trace = m_trace, file = m_file, line](std::optional<SearchResult> found) {
        if (found && trace == m_trace && file == m_file && line == m_line)
          takeEvents(std::make_shared<const SearchResult>(*std::move(found)));
      });
}

/// Stores the events of the chosen line; null: not yet found, or no line.
void SourcePanel::takeEvents(std::shared_ptr<const SearchResult> events) {
  const bool hadEvents = m_events && !m_events->hits.empty();
  m_events = std::move(events);
  m_event.reset();
  const bool hasEvents = m_events && !m_events->hits.empty();
  if (hasEvents || hadEvents)
    Q_EMIT eventsMarked(hasEvents ? m_events : nullptr);
  if (hasEvents && selection()) {
    const SliceId selected = selection()->selectedSlice();
    Picoseconds from = m_trace->timeRange().begin;
    if (selected.isValid() && m_events->slices.test(selected.value))
      from = m_trace->sliceTime(selected).begin; // it stays selected
    auto hit = firstEventFrom(*m_events, from);
    for (size_t i = hit.value_or(0); hit && i < m_events->hits.size(); ++i)
      if (m_events->hits[i].kind == HitKind::Slice && m_events->hits[i].index == selected.value)
        hit = i;
    if (hit)
      selectEvent(*hit);
  }
  showCount();
}

void SourcePanel::clearLine() {
  m_line = 0;
  m_eventWork.cancel();
  takeEvents(nullptr);
  m_source->showRow(-1);
  linkCode(false);
}

void SourcePanel::selectEvent(size_t at) {
  m_event = at;
  const SearchHit &hit = m_events->hits[at];
  const QScopedValueRollback selecting(m_isSelecting, true);
  if (hit.kind == HitKind::Slice) {
    selection()->select(SliceId(hit.index));
    Q_EMIT eventRevealed({EventRef::Kind::Slice, hit.index});
  } else {
    selection()->select(InstantId(hit.index));
    Q_EMIT eventRevealed({EventRef::Kind::Instant, hit.index});
  }
  showCount();
}

void SourcePanel::stepEvent(int step) {
  if (!m_events || !m_event)
    return;
  const int64_t count = static_cast<int64_t>(m_events->hits.size());
  for (int64_t at = static_cast<int64_t>(*m_event) + step; at >= 0 && at < count; at += step)
    if (isSelectable(m_events->hits[static_cast<size_t>(at)]))
      return selectEvent(static_cast<size_t>(at));
}

void SourcePanel::showCount() {
  QString text;
  if (m_events && m_line != 0) {
    const size_t events = eventCount(*m_events), accesses = m_events->hits.size() - events;
    QStringList parts;
    if (events > 0 && m_event) {
      const auto before = m_events->hits.begin() + static_cast<std::ptrdiff_t>(*m_event) + 1;
      const auto rank = std::count_if(m_events->hits.begin(), before, isSelectable);
      parts << tr("%1 of %2")
                   .arg(toQString(countText(static_cast<uint64_t>(rank))),
                        toQString(countText(events, "event", "events")));
    }
    if (accesses > 0)
      parts << toQString(countText(accesses, "access", "accesses"));
    text = tr("Line %1: %2")
               .arg(m_line)
               .arg(parts.isEmpty() ? tr("no events") : parts.join(QLatin1String(", ")));
  }
  m_count->setText(text);
  const bool canStep = m_event.has_value();
  m_previous->setEnabled(canStep);
  m_next->setEnabled(canStep);
}

/// Goes to the line of a slice or instant that the user selected elsewhere.
void SourcePanel::followSelection(SliceId) {
  if (m_isSelecting || !m_sums || !selection() || !m_places)
    return;
  ArgSetId args;
  if (selection()->selectedSlice().isValid())
    args = m_trace->sliceArgSets()[selection()->selectedSlice().value];
  else if (selection()->selectedInstant().isValid())
    args = m_trace->instants()[selection()->selectedInstant().value].args;
  const uint32_t number = m_places->ofArgs(args);
  if (number == TracePlaces::kNone)
    return;
  const TracePlaces::Line place = m_places->lines()[number];
  if (const QString path = toQString(m_places->files()[place.file]); path != m_file)
    showFile(path);
  if (place.line == m_line)
    return;
  m_eventWork.cancel();
  takeEvents(nullptr);
  showLine(place.line, true);
}

void SourcePanel::showLine(uint32_t line, bool isRevealed) {
  m_line = line;
  m_source->showRow(m_source->lines().rowOf(line));
  linkCode(isRevealed);
  showCount();
}

void SourcePanel::showPlace(const SourcePlace &place) {
  if (!m_trace) { // a compile error has a line, but no trace
    m_trace = std::make_shared<const Trace>(TraceBuilder().finish());
    if (!m_texts)
      m_texts = std::make_shared<const SourceTexts>(nullptr);
  }
  if (!m_sums) { // as soon as they are there, also while the panel is hidden
    m_wanted = place;
    return refresh(true);
  }
  const auto known = std::ranges::find_if(
      m_places->files(), [&](const std::string &file) { return isSameFile(file, place.file); });
  if (m_places->files().empty()) {
    if (!m_texts->find(place.file))
      return;
    showParts();
    Q_EMIT sumsShown();
  }
  if (const QString path = toQString(known == m_places->files().end() ? place.file : *known);
      path != m_file)
    showFile(path);
  m_source->showRow(m_source->lines().rowOf(place.line));
  chooseLine(place.line);
}

void SourcePanel::setCode(CodeTexts code, const QString &hint) {
  m_codes = std::move(code);
  m_codeHint = hint;
  fillCodes();
}

/// Lists the texts of the kind that is beside the source; its data are indices of m_codes.
void SourcePanel::fillCodes() {
  m_codeChoice->clear();
  for (size_t i = 0; i < m_codes.size(); ++i) {
    const IrLanguage language = m_codes[i]->language();
    const bool isAssembly = language == IrLanguage::Ptx || language == IrLanguage::Isa;
    if (m_beside == (isAssembly ? Code::Assembly : Code::Ir))
      m_codeChoice->addItem(toQString(m_codes[i]->name()), static_cast<int>(i));
  }
  showCode(bestCode());
}

/// The shown text, an index of m_codes; -1: none.
int SourcePanel::codeIndex() const {
  return m_codeChoice->currentIndex() < 0 ? -1 : m_codeChoice->currentData().toInt();
}

/// The last listed text with a line of the file, or the last one.
int SourcePanel::bestCode() const {
  const int count = m_codeChoice->count();
  for (int i = count; m_sums && i-- > 0;) {
    const int index = m_codeChoice->itemData(i).toInt();
    const CodePlaces &places = m_codes[static_cast<size_t>(index)]->places();
    for (const CodePlaces::Place &place : places.lines)
      if (place.line != 0 && isSameFile(places.files[place.file], m_file.toStdString()))
        return index;
  }
  return count == 0 ? -1 : m_codeChoice->itemData(count - 1).toInt();
}

void SourcePanel::showCode(int index) {
  if (index < 0) {
    m_codeMessage->setTexts(m_beside == Code::Ir ? tr("No IR.") : tr("No assembly."), m_codeHint);
    m_codePages->setCurrentIndex(0);
    m_code->lines().setLines(nullptr, {}, std::nullopt);
    return showCodePane();
  }
  showCodePane();
  m_codePages->setCurrentIndex(1);
  m_codeChoice->setCurrentIndex(m_codeChoice->findData(index));
  const CodeText &code = *m_codes[static_cast<size_t>(index)];
  std::vector<CodeLine> lines;
  for (const std::string_view line : linesOf(*code.text()))
    lines.push_back({static_cast<uint32_t>(lines.size() + 1), line});
  m_code->lines().setLines(code.text(), std::move(lines), code.language());
  m_code->lines().setTextHeading(code.places().hasAny() ? tr("Text")
                                                        : tr("Text, without source lines"));
  showCodePlaces();
  linkCode(true);
}

/// "20" in the shown file, "helpers.py:5" in others.
void SourcePanel::showCodePlaces() {
  const int index = codeIndex();
  if (index < 0)
    return;
  const CodePlaces &places = m_codes[static_cast<size_t>(index)]->places();
  std::vector<QString> names;
  for (const std::string &file : places.files)
    names.push_back(isSameFile(file, m_file.toStdString())
                        ? QString()
                        : toQString(fileNameOf(file)) + QLatin1Char(':'));
  std::vector<QString> texts;
  const auto count = static_cast<size_t>(m_code->lines().rowCount());
  for (size_t i = 0; i < count && places.hasAny(); ++i) {
    const CodePlaces::Place place = i < places.lines.size() ? places.lines[i] : CodePlaces::Place{};
    texts.push_back(place.line == 0 ? QString() : names[place.file] + QString::number(place.line));
  }
  const int top = m_code->verticalScrollBar()->value(), row = m_code->currentRow();
  m_code->lines().setPlaces(std::move(texts));
  m_code->fitColumns();
  m_code->verticalScrollBar()->setValue(top);
  if (row >= 0)
    m_code->showRow(row);
}

/// Marks the code of the current line.
void SourcePanel::linkCode(bool isRevealed) {
  std::vector<int> rows;
  const int index = codeIndex();
  if (index >= 0 && m_line != 0) {
    const CodePlaces &places = m_codes[static_cast<size_t>(index)]->places();
    std::vector<bool> isSame;
    for (const std::string &file : places.files)
      isSame.push_back(isSameFile(file, m_file.toStdString()));
    for (size_t i = 0; i < places.lines.size(); ++i)
      if (places.lines[i].line == m_line && isSame[places.lines[i].file])
        rows.push_back(static_cast<int>(i));
  }
  const bool isThere = std::ranges::binary_search(rows, m_code->currentRow());
  if (isRevealed && !rows.empty() && !isThere)
    m_code->revealRow(rows.front());
  if (!isThere)
    m_code->showRow(-1);
  m_code->lines().setLinked(std::move(rows));
  const int row = m_line == 0 ? -1 : m_source->lines().rowOf(m_line);
  m_source->lines().setLinked(row < 0 ? std::vector<int>() : std::vector<int>{row});
}

void SourcePanel::chooseCodeRow(int row) {
  const int index = codeIndex();
  if (index < 0 || !m_places)
    return;
  const CodePlaces &places = m_codes[static_cast<size_t>(index)]->places();
  const CodePlaces::Place place = static_cast<size_t>(row) < places.lines.size()
                                      ? places.lines[static_cast<size_t>(row)]
                                      : CodePlaces::Place{};
  if (place.line == 0)
    return;
  showPlace({places.files[place.file], place.line, 0});
}

} // namespace pstudio
