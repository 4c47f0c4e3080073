// SPDX-License-Identifier: Apache-2.0
#include "app/window/command_palette.h"

#include <QAbstractListModel>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <vector>

#include "app/window/palette_match.h"
#include "app/window/window_style.h"
#include "viewer/paint/theme.h"
#include "viewer/paint/window_font.h"

namespace pstudio {
namespace {

constexpr int kPaletteWidth = 560, kPaletteLine = 28, kMostLines = 12, kPaletteInset = 12;
constexpr int kPaletteTop = 64; // below the upper edge of the window
constexpr int kLinesOfPage = 10;
constexpr int kPaletteMargin = 8, kPaletteGap = 8;

enum PaletteRole { KeysRole = Qt::UserRole + 1, PaletteNoteRole, UsableRole };

/// Text left, keys right; a command that cannot be used is muted, with the reason beside it.
class PaletteDelegate : public QStyledItemDelegate {
public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override {
    return {kPaletteWidth / 2, windowLength(kPaletteLine)};
  }

  void paint(QPainter *painter, const QStyleOptionViewItem &option,
             const QModelIndex &index) const override {
    const QPalette &palette = option.palette;
    if (option.state & QStyle::State_Selected)
      painter->fillRect(option.rect, palette.color(QPalette::Midlight));
    else if (option.state & QStyle::State_MouseOver)
      painter->fillRect(option.rect, palette.color(QPalette::Button));
    const bool isUsable = index.data(UsableRole).toBool();
    const QColor muted = shownTheme(palette).color(ColorToken::TextMuted);
    QRect box = option.rect.adjusted(kPaletteInset, 0, -kPaletteInset, 0);
    const auto draw = [&](const QString &text, FontRole font, const QColor &color,
                          Qt::Alignment side) {
      painter->setFont(windowFont(font));
      painter->setPen(color);
      const QString shown = painter->fontMetrics().elidedText(text, Qt::ElideRight, box.width());
      painter->drawText(box, static_cast<int>(Qt::AlignVCenter | side), shown);
      return painter->fontMetrics().horizontalAdvance(shown) + kPaletteInset;
    };
    box.setRight(box.right() -
                 draw(index.data(KeysRole).toString(), FontRole::MonoSmall, muted, Qt::AlignRight));
    box.setLeft(box.left() + draw(index.data().toString(), FontRole::Body,
                                  isUsable ? palette.color(QPalette::Text) : muted, Qt::AlignLeft));
    if (!isUsable)
      draw(index.data(PaletteNoteRole).toString(), FontRole::Small, muted, Qt::AlignLeft);
  }
};

} // namespace

/// The commands that fit to what was typed, the best first.
class PaletteModel : public QAbstractListModel {
public:
  PaletteModel(QList<PaletteCommand> commands, const QStringList &recent, QObject *parent)
      : QAbstractListModel(parent), m_commands(std::move(commands)) {
    const auto age = [&recent](const PaletteCommand &command) {
      const qsizetype at = recent.indexOf(command.id);
      return at < 0 ? recent.size() : at;
    };
    std::ranges::stable_sort(m_commands, {}, age);
    filter({});
  }

  const PaletteCommand &command(int row) const {
    return m_commands[m_shown[static_cast<size_t>(row)]];
  }

  void filter(const QString &typed) {
    beginResetModel();
    std::vector<std::pair<int, qsizetype>> found;
    for (qsizetype i = 0; i < m_commands.size(); ++i)
      if (const auto score = paletteScore(m_commands[i].text, typed))
        found.emplace_back(-*score, i);
    std::ranges::sort(found);
    m_shown.clear();
    for (const auto &[score, command] : found)
      m_shown.push_back(command);
    endResetModel();
  }

  int rowCount(const QModelIndex &parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
  }

  QVariant data(const QModelIndex &index, int role) const override {
    if (!index.isValid())
      return {};
    const PaletteCommand &shown = command(index.row());
    switch (role) {
    case Qt::DisplayRole:
      return shown.text;
    case Qt::ToolTipRole:
    case PaletteNoteRole:
      return shown.note;
    case Qt::AccessibleTextRole:
      return QStringList{shown.text, shown.keys, shown.isEnabled ? QString() : shown.note}
          .filter(QRegularExpression(QStringLiteral(".")))
          .join(QLatin1String(", "));
    case KeysRole:
      return shown.keys;
    case UsableRole:
      return shown.isEnabled;
    default:
      return {};
    }
  }

private:
  QList<PaletteCommand> m_commands; ///< recent ones first
  std::vector<qsizetype> m_shown;
};

CommandPalette::CommandPalette(QList<PaletteCommand> commands, const QStringList &recent,
                               QWidget *window)
    : QFrame(window, Qt::Popup), m_field(new QLineEdit), m_list(new QListView),
      m_nothing(new QLabel(tr("No command matches"))),
      m_model(new PaletteModel(std::move(commands), recent, this)) {
  setObjectName(QStringLiteral("commandPalette"));
  setAccessibleName(tr("Command palette"));
  setAttribute(Qt::WA_DeleteOnClose);
  setFrameShape(QFrame::StyledPanel);
  m_field->setObjectName(QStringLiteral("paletteField"));
  m_field->setAccessibleName(tr("Find a command"));
  m_field->setPlaceholderText(tr("Find a command, a trace or a panel"));
  m_field->installEventFilter(this);
  m_list->setObjectName(QStringLiteral("paletteList"));
  m_list->setAccessibleName(tr("Commands"));
  m_list->setModel(m_model);
  m_list->setItemDelegate(new PaletteDelegate(m_list));
  m_list->setUniformItemSizes(true);
  m_list->setMouseTracking(true);
  m_list->setFocusPolicy(Qt::NoFocus); // the field keeps it
  m_list->setMinimumHeight(windowLength(kPaletteLine));
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_nothing->setObjectName(QStringLiteral("paletteNothing"));
  m_nothing->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  m_nothing->setContentsMargins(kPaletteInset, 4, kPaletteInset, 4);
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(kPaletteMargin, kPaletteMargin, kPaletteMargin, kPaletteMargin);
  layout->setSpacing(kPaletteGap);
  layout->addWidget(m_field);
  layout->addWidget(m_list, 1);
  layout->addWidget(m_nothing, 1);
  connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::filter);
  connect(m_list, &QListView::clicked, this, [this](const QModelIndex &index) {
    m_list->setCurrentIndex(index);
    runCurrent();
  });
  filter({});
}

void CommandPalette::open() {
  const QWidget &window = *parentWidget();
  const int width = std::min(kPaletteWidth, window.width() - 32);
  resize(width, fittingHeight());
  move(window.mapToGlobal(QPoint((window.width() - width) / 2, kPaletteTop)));
  show();
  m_field->setFocus(Qt::PopupFocusReason);
}

/// As many lines as match, up to a dozen and the height of the window.
int CommandPalette::fittingHeight() const {
  const int lines = std::clamp(m_model->rowCount(), 1, kMostLines);
  const int wanted = lines * windowLength(kPaletteLine) + m_field->sizeHint().height() +
                     2 * kPaletteMargin + kPaletteGap + 2 * frameWidth();
  return std::min(wanted, parentWidget()->height() - kPaletteTop - 16);
}

QStringList CommandPalette::shownTexts() const {
  QStringList texts;
  for (int row = 0; row < m_model->rowCount(); ++row)
    texts << m_model->command(row).text;
  return texts;
}

void CommandPalette::filter(const QString &typed) {
  m_model->filter(typed);
  const bool isEmpty = m_model->rowCount() == 0;
  m_list->setHidden(isEmpty);
  m_nothing->setVisible(isEmpty);
  if (isVisible())
    resize(width(), fittingHeight());
  choose(0);
}

void CommandPalette::choose(int row) {
  m_list->setCurrentIndex(m_model->index(std::clamp(row, 0, m_model->rowCount() - 1), 0));
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event) {
  if (watched == m_field && event->type() == QEvent::KeyPress &&
      handleKey(static_cast<QKeyEvent *>(event)->key()))
    return true;
  return QFrame::eventFilter(watched, event);
}

bool CommandPalette::handleKey(int key) {
  const int row = m_list->currentIndex().row();
  const int count = m_model->rowCount();
  switch (key) {
  case Qt::Key_Up:
    choose(row == 0 ? count - 1 : row - 1);
    return true;
  case Qt::Key_Down:
    choose(row == count - 1 ? 0 : row + 1);
    return true;
  case Qt::Key_PageUp:
    choose(row - kLinesOfPage);
    return true;
  case Qt::Key_PageDown:
    choose(row + kLinesOfPage);
    return true;
  case Qt::Key_Return:
  case Qt::Key_Enter:
    runCurrent();
    return true;
  case Qt::Key_Escape:
    close();
    return true;
  default:
    return false;
  }
}

void CommandPalette::runCurrent() {
  const QModelIndex index = m_list->currentIndex();
  if (!index.isValid() || !m_model->command(index.row()).isEnabled)
    return;
  const PaletteCommand command = m_model->command(index.row());
  Q_EMIT used(command.id);
  close(); // first: the command may open a dialog
  command.run();
}

} // namespace pstudio
