// SPDX-License-Identifier: Apache-2.0
// Lists the keys.
#include "app/window/key_help_dialog.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QTableWidget>
#include <QVBoxLayout>

#include "viewer/paint/theme.h"
#include "viewer/paint/window_font.h"
#include "viewer/widgets/screen_fit.h"

namespace pstudio {
namespace {
constexpr int kLineHeight = 24;
} // namespace

KeyHelpDialog::KeyHelpDialog(const QList<KeyHelp> &keys, QWidget *parent) : QDialog(parent) {
  setObjectName(QStringLiteral("keyHelp"));
  setWindowTitle(tr("Keys"));
  resizeWithinScreen(*this, {840, 640});
  auto *search = new QLineEdit;
  search->setObjectName(QStringLiteral("keySearch"));
  search->setAccessibleName(tr("Find a key or an action"));
  search->setPlaceholderText(tr("Find a key or an action"));
  search->setClearButtonEnabled(true);
  auto *table = new QTableWidget(static_cast<int>(keys.size()), 2);
  table->setObjectName(QStringLiteral("keyTable"));
  table->setAccessibleName(tr("Keys"));
  table->setShowGrid(false);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->verticalHeader()->hide();
  setSectionLength(*table->verticalHeader(), kLineHeight);
  table->horizontalHeader()->hide();
  table->horizontalHeader()->setStretchLastSection(true);
  table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  for (int row = 0; row < keys.size(); ++row) {
    auto *key = new QTableWidgetItem(keys[row].keys);
    key->setFont(windowFont(FontRole::Mono));
    table->setItem(row, 0, key);
    table->setItem(row, 1, new QTableWidgetItem(keys[row].meaning));
  }
  connect(search, &QLineEdit::textChanged, table, [table](const QString &text) {
    for (int row = 0; row < table->rowCount(); ++row)
      table->setRowHidden(row,
                          !table->item(row, 0)->text().contains(text, Qt::CaseInsensitive) &&
                              !table->item(row, 1)->text().contains(text, Qt::CaseInsensitive));
  });
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 16, 16, 16);
  layout->setSpacing(12);
  layout->addWidget(search);
  layout->addWidget(table, 1);
}

} // namespace pstudio
