// SPDX-License-Identifier: Apache-2.0
// The panel with all details of the selected event, or of the trace if nothing is selected.
#pragma once

#include <QColor>
#include <QScrollArea>

#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "core/source/source_texts.h"
#include "core/summary/summary.h"
#include "core/trace/launch_samples.h"
#include "core/trace/trace.h"
#include "viewer/geometry/overlap/warp_iteration.h"
#include "viewer/geometry/timeline/flow_partners.h"

class QVBoxLayout;

namespace pstudio {

struct CorrectedDuration;
struct SameScope;
struct MemoryOperationRow;
struct SliceDetails;
struct SlicePlace;
struct SliceValues;
class LinkLabel;

/// The colour of a slice name, as the timeline draws it.
using ScopeColorOf = std::function<QColor(StringId)>;

/// The ends of the arrows of an event, as the timeline draws them.
using PartnersOf = std::function<std::vector<FlowPartner>(const EventRef &)>;

/// The iteration of a slice: its heading, extent and parts.
struct ShownIteration {
  QString name; ///< "iteration 7, warp 3, CTA 0"
  WarpIteration iteration;
  std::vector<WarpIterationPart> parts;
};
using IterationPartsOf = std::function<std::optional<ShownIteration>(SliceId)>;

/// Every text but the lines of a source can be selected and copied; unknown values are a dash. No
/// text is ever cut: it wraps, and a line of a source ends in dots and has all of it as its tool
/// tip. [thread: gui]
class Inspector : public QScrollArea {
  Q_OBJECT

public:
  explicit Inspector(QWidget *parent = nullptr);

  /// Clears the slice. null shows the empty state. \param recorded  the trace as recorded, where
  /// `trace` has its recording cost subtracted; null otherwise.
  /// \param summary  of the trace as recorded, shown above its facts; none: only facts.
  void setTrace(std::shared_ptr<const Trace> trace, ScopeColorOf colorOf,
                std::shared_ptr<const Trace> recorded = nullptr,
                std::optional<summary::Summary> summary = std::nullopt);
  /// Source of the arrows; by default those of the trace. Takes effect with the next event.
  void setPartnersOf(PartnersOf partnersOf);
  /// Source of the iteration that a slice belongs to; by default none. Takes effect with the next
  /// slice.
  void setIterations(IterationPartsOf partsOf);
  /// The texts of the source files of the shown trace; by default those of the trace and of this
  /// machine. setTrace() with another trace resets them to the default. Not null.
  void setSources(std::shared_ptr<const SourceTexts> sources);
  /// The slice to describe; none falls back to the trace's own facts.
  void setSlice(SliceId slice);
  /// The instant to describe; none falls back to the slice or the trace's own facts.
  void setInstant(InstantId instant);
  /// A memory operation instead, with its line of the source, until something else is set.
  void setOperation(const MemoryOperationRow &row);
  /// Everything that is shown, and folded details, one "label<TAB>value" a line: for the clipboard
  /// and for tests.
  QString text() const;

Q_SIGNALS:
  /// A link to this event of the trace was followed.
  void eventRequested(pstudio::EventRef event);
  /// The link to this line was followed.
  void placeRequested(const pstudio::SourcePlace &place);
  /// The link of a line of the summary was followed: open its panel.
  void topicRequested(pstudio::summary::Topic topic);
  void folderRequested(); ///< request for a folder with source files

private:
  void showCurrent();
  void showNothing();
  void showTrace();
  void showSlice(SliceId id);
  void showInstant(InstantId id); ///< inspector_instant.cpp
  void addTitle(const QString &title, const QString &subtitle, const QColor &swatch);
  void addHeading(const QString &text);
  /// `code`: the name in files and on the command line; becomes the tool tip.
  void addFact(const QString &name, const QString &value, const QString &code = {});
  void addTraffic(const MemoryOperationRow &row);
  void addParagraph(const QString &text, const char *role, const QString &code = {});
  void addSourceLine(const QString &text, const char *role);
  void addPlace(const SlicePlace &place);
  void addTimes(const Slice &slice);
  void addCost(const CorrectedDuration &cost);
  void addClock(const ClockLine &clock);
  void addCalls(const SliceDetails &details);
  void addValues(const std::vector<SliceValues> &values);
  /// \param isRecorded  by this program, which has words for its keys.
  void addArguments(ArgSetId args, bool hasSource, bool isRecorded);
  void addSource(const SourcePlace &place); ///< inspector_source.cpp
  LinkLabel *addLink(const QString &text, const char *name, const QString &tip);
  void addPartners(const EventRef &event); ///< inspector_partners.cpp
  void addIteration(SliceId slice);        ///< inspector_iteration.cpp
  void addSameScope(const SameScope &same, const QColor &color);
  void addLaunch(const Launch &launch);
  void addSummary(); ///< inspector_trace.cpp, as the next ones
  void addTraceFacts();
  void addDetails(const Launch &launch);
  void addNotes();
  /// \param number  of the launch, from 0, beside others; negative: the only one.
  void addLaunchTopics(const Launch &launch, int number);
  /// Adds what `fill` adds below a link that shows and hides it. \param number  distinguishes
  /// topics of one name; negative: the name is unique.
  void addTopic(const QString &name, bool isOpen, const std::function<void()> &fill,
                int number = -1);
  void toggleTopic(const QString &key, bool isOpen);
  void addCounters(const std::vector<CounterValue> &counters);
  void addSamples(const PcSampleTable &table);
  void addSampledLine(const LineSamples &line, uint64_t all);
  void startPage();
  void finishPage();

  std::shared_ptr<const Trace> m_trace;
  std::shared_ptr<const SourceTexts> m_sources = std::make_shared<const SourceTexts>(nullptr);
  std::shared_ptr<const Trace> m_recorded; ///< m_trace, or the trace before the correction
  ScopeColorOf m_colorOf;
  PartnersOf m_partnersOf;
  IterationPartsOf m_iterationOf;
  SliceId m_slice;
  InstantId m_instant;
  std::optional<summary::Summary> m_summary;
  std::map<QString, bool> m_topics; ///< by key: shown or hidden by the user
  QVBoxLayout *m_page = nullptr;
  QString m_text;
};

/// "synchronous scope" or "asynchronous operation", and its defect, if any ("end missing").
QString sliceKindText(const Slice &slice);
/// A value as text: numbers exact, pointers in hexadecimal, strings as they are.
QString argText(const Trace &trace, const Arg &arg);

} // namespace pstudio
