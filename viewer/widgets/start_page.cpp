// SPDX-License-Identifier: Apache-2.0
// The page of the window while no trace is open: run an example, open a file, or go back to a
// recent one.
#include "viewer/widgets/start_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "viewer/widgets/start_page_card.h"

namespace pstudio {
namespace {

constexpr int kPageWidth = 960;
constexpr int kColumnGap = 32;

QLabel *makeLabel(const QString &text, const char *role) {
  auto *label = new QLabel(text);
  label->setProperty("role", QLatin1String(role));
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  return label;
}

QVBoxLayout *makeColumn(QWidget *column) {
  auto *layout = new QVBoxLayout(column);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  return layout;
}

void clearLayout(QVBoxLayout *layout) {
  while (QLayoutItem *item = layout->takeAt(0)) {
    if (QWidget *widget = item->widget()) {
      widget->hide(); // it is deleted a little later
      widget->deleteLater();
    }
    delete item;
  }
}

} // namespace

StartPage::StartPage(const StartPageIcons &icons, QWidget *parent) : QWidget(parent) {
  setObjectName(QStringLiteral("startPage"));
  setAccessibleName(tr("Start page"));
  auto *page = new QWidget;
  page->setObjectName(QStringLiteral("startPageBody"));
  page->setMaximumWidth(kPageWidth);
  auto *columns = new QHBoxLayout;
  columns->setSpacing(kColumnGap);
  columns->addWidget(makeStartColumn(icons), 1);
  columns->addWidget(makeExampleColumn(), 1);
  auto *body = new QVBoxLayout(page);
  body->setContentsMargins(32, 48, 32, 32);
  body->setSpacing(4);
  body->addWidget(makeLabel(tr("Proton Studio"), "title"));
  body->addWidget(makeLabel(tr("Per-warp timelines of GPU kernels."), "muted"));
  body->addSpacing(28);
  body->addLayout(columns);
  body->addStretch(1);

  auto *centred = new QWidget;
  centred->setObjectName(QStringLiteral("startPageGround"));
  auto *centre = new QHBoxLayout(centred);
  centre->setContentsMargins(0, 0, 0, 0);
  centre->addStretch(1);
  centre->addWidget(page, 100);
  centre->addStretch(1);
  auto *scroll = new QScrollArea;
  scroll->setObjectName(QStringLiteral("startPageScroll"));
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidget(centred);
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(scroll);
  setRecentFiles({});
  setRecentPrograms({});
}

QWidget *StartPage::makeStartColumn(const StartPageIcons &icons) {
  auto *column = new QWidget;
  QVBoxLayout *layout = makeColumn(column);
  m_recoverable = new QVBoxLayout;
  m_recoverable->setSpacing(0);
  layout->addLayout(m_recoverable);
  layout->addWidget(makeLabel(tr("Start"), "heading"));
  const auto addCard = [this, layout](const char *name, const QString &title, const QString &detail,
                                      const QIcon &icon, void (StartPage::*request)()) {
    auto *card = new StartPageCard(StartPageCard::Look::Card, title, detail, icon);
    card->setObjectName(QLatin1String(name));
    connect(card, &QAbstractButton::clicked, this, request);
    layout->addWidget(card);
  };
  addCard("startNewRun", tr("Set up a run..."),
          tr("Select a kernel, its launch configuration and its arguments."), icons.newRun,
          &StartPage::newRunRequested);
  addCard("startProgram", tr("Program..."),
          tr("Run a program as it is, tick its Triton kernels and record them."), icons.program,
          &StartPage::programRequested);
  addCard("startOpen", tr("Open..."),
          tr("A recorded trace, a run specification or an MLIR program. You can also drop a file "
             "or an output folder here."),
          icons.open, &StartPage::openRequested);
  layout->addSpacing(20);
  m_programsHeading = makeLabel(tr("Recent programs"), "heading");
  layout->addWidget(m_programsHeading);
  m_programs = new QVBoxLayout;
  m_programs->setSpacing(0);
  layout->addLayout(m_programs);
  layout->addWidget(makeLabel(tr("Recent files"), "heading"));
  m_recent = new QVBoxLayout;
  m_recent->setSpacing(0);
  layout->addLayout(m_recent);
  layout->addStretch(1);
  return column;
}

QWidget *StartPage::makeExampleColumn() {
  auto *column = new QWidget;
  QVBoxLayout *layout = makeColumn(column);
  layout->addWidget(makeLabel(tr("Run an example"), "heading"));
  m_problem = makeLabel(QString(), "warning");
  m_problem->setObjectName(QStringLiteral("startRunProblem"));
  m_problem->hide();
  layout->addWidget(m_problem);
  m_examples = new QVBoxLayout;
  m_examples->setSpacing(8);
  layout->addLayout(m_examples);
  layout->addStretch(1);
  return column;
}

void StartPage::setExamples(const QList<StartPageEntry> &examples) {
  const auto looksLike = [](const StartPageEntry &a, const StartPageEntry &b) {
    return a.looksLike(b);
  };
  if (!examples.isEmpty() && std::ranges::equal(examples, m_shownExamples, looksLike))
    return;
  m_shownExamples = examples;
  clearLayout(m_examples);
  if (examples.isEmpty())
    m_examples->addWidget(makeLabel(
        tr("No examples are installed: the folder resources/kernels was not found."), "muted"));
  for (const StartPageEntry &entry : examples) {
    auto *card =
        new StartPageCard(StartPageCard::Look::Card, entry.title, entry.detail, entry.icon);
    card->setObjectName(QLatin1String("example:") + entry.title);
    card->setRemark(entry.remark);
    card->setToolTip(entry.toolTip);
    card->setEnabled(m_problem->text().isEmpty());
    connect(card, &QAbstractButton::clicked, this,
            [this, path = entry.path] { Q_EMIT exampleRequested(path); });
    m_examples->addWidget(card);
  }
}

void StartPage::setRecentFiles(const QList<StartPageEntry> &files) {
  clearLayout(m_recent);
  if (files.isEmpty())
    m_recent->addWidget(
        makeLabel(tr("No recent files. Traces that you open or save are listed here."), "muted"));
  for (const StartPageEntry &entry : files)
    m_recent->addWidget(makeRecent(entry));
}

void StartPage::setRecoverable(int count, const QIcon &icon) {
  clearLayout(m_recoverable);
  if (count == 0)
    return;
  m_recoverable->addWidget(makeLabel(tr("Not saved"), "heading"));
  m_recoverable->addSpacing(8);
  auto *card =
      new StartPageCard(StartPageCard::Look::Card,
                        count == 1 ? tr("Recover 1 result") : tr("Recover %1 results").arg(count),
                        tr("Runs of an earlier start that ended without saving them."), icon);
  card->setObjectName(QStringLiteral("recoverResults"));
  connect(card, &QAbstractButton::clicked, this, &StartPage::recoverRequested);
  m_recoverable->addWidget(card);
  m_recoverable->addSpacing(20);
}

void StartPage::setRecentPrograms(const QList<StartPageEntry> &programs) {
  clearLayout(m_programs);
  m_programsHeading->setVisible(!programs.isEmpty());
  for (int number = 0; number < qMin<int>(kMaxPrograms, static_cast<int>(programs.size()));
       ++number) {
    const StartPageEntry &entry = programs[number];
    auto *card =
        new StartPageCard(StartPageCard::Look::Line, entry.title, entry.detail, entry.icon);
    card->setObjectName(QStringLiteral("recentProgram:%1").arg(number));
    card->setToolTip(entry.toolTip);
    connect(card, &QAbstractButton::clicked, this,
            [this, number] { Q_EMIT recentProgramRequested(number); });
    m_programs->addWidget(card);
  }
  if (!programs.isEmpty())
    m_programs->addSpacing(16);
}

QWidget *StartPage::makeRecent(const StartPageEntry &entry) {
  auto *row = new QWidget;
  auto *layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  const QString title = entry.isMissing ? tr("%1 (missing)").arg(entry.title) : entry.title;
  auto *card = new StartPageCard(StartPageCard::Look::Line, title, entry.detail, entry.icon);
  card->setObjectName(QLatin1String("recent:") + entry.title);
  card->setEnabled(!entry.isMissing);
  card->setToolTip(entry.path);
  connect(card, &QAbstractButton::clicked, this,
          [this, path = entry.path] { Q_EMIT recentRequested(path); });
  layout->addWidget(card, 1);
  if (entry.isMissing) {
    auto *remove = new QToolButton;
    remove->setObjectName(QLatin1String("removeRecent:") + entry.title);
    remove->setText(tr("Remove"));
    remove->setAccessibleName(tr("Remove %1 from the list").arg(entry.title));
    remove->setToolTip(remove->accessibleName());
    connect(remove, &QToolButton::clicked, this,
            [this, path = entry.path] { Q_EMIT recentRemovalRequested(path); });
    layout->addWidget(remove);
  }
  return row;
}

void StartPage::setRunProblem(const QString &problem) {
  m_problem->setText(problem);
  m_problem->setVisible(!problem.isEmpty());
  for (int at = 0; at < m_examples->count(); ++at)
    if (auto *card = qobject_cast<StartPageCard *>(m_examples->itemAt(at)->widget()))
      card->setEnabled(problem.isEmpty());
}

} // namespace pstudio
