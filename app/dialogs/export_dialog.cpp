// SPDX-License-Identifier: Apache-2.0
// Dialog for the content, the format and the file of an exported picture.
#include "app/dialogs/export_dialog.h"

#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "app/settings/settings.h"
#include "app/settings/text.h"
#include "viewer/geometry/number_format.h"

namespace pstudio {
namespace {

constexpr QSize kSize{1600, 960}; // default

template <class Box> Box *named(Box *box, const char *objectName, const QString &accessibleName) {
  box->setObjectName(QLatin1String(objectName));
  box->setAccessibleName(accessibleName);
  return box;
}

QWidget *inOneRow(std::initializer_list<QWidget *> widgets) {
  auto *row = new QWidget;
  auto *layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  for (QWidget *widget : widgets)
    layout->addWidget(
        widget, qobject_cast<QLabel *>(widget) || qobject_cast<QPushButton *>(widget) ? 0 : 1);
  return row;
}

} // namespace

ExportDialog::ExportDialog(Settings &settings, ThemeKind theme, TimeRange visible,
                           const QString &title, QWidget *parent)
    : QDialog(parent), m_visible(visible), m_view(named(new QComboBox, "pictureView", tr("View"))),
      m_width(named(new QSpinBox, "pictureWidth", tr("Width in pixels"))),
      m_height(named(new QSpinBox, "pictureHeight", tr("Height in pixels"))),
      m_scale(named(new QDoubleSpinBox, "pictureScale", tr("Scale"))),
      m_theme(named(new QComboBox, "pictureTheme", tr("Theme"))),
      m_range(named(new QComboBox, "pictureRange", tr("Time range"))),
      m_maps(named(new QComboBox, "pictureMaps", tr("Maps"))),
      m_title(named(new QLineEdit(title), "pictureTitle", tr("Title"))),
      m_file(named(new QLineEdit, "pictureFile", tr("File"))), m_result(new QLabel) {
  setObjectName(QStringLiteral("exportDialog"));
  setWindowTitle(tr("Export picture"));
  setMinimumWidth(480);
  m_width->setRange(320, 16384);
  m_height->setRange(240, 16384);
  m_width->setValue(kSize.width());
  m_height->setValue(kSize.height());
  m_scale->setRange(0.5, 8.0);
  m_scale->setSingleStep(0.5);
  m_scale->setDecimals(1);
  m_scale->setValue(2.0);
  m_theme->addItem(tr("Dark"), static_cast<int>(themeKind(true, paletteOf(theme))));
  m_theme->addItem(tr("Light, for print"), static_cast<int>(themeKind(false, paletteOf(theme))));
  m_theme->setCurrentIndex(m_theme->findData(static_cast<int>(theme)));
  m_view->addItem(tr("Timeline"), static_cast<int>(View::Timeline));
  m_range->addItem(tr("Whole trace, opened as far as it fits"), WholeTrace);
  m_range->addItem(tr("%1, opened as far as it fits").arg(toQString(formatRange(visible, {}))),
                   VisibleRange);
  m_file->setText(QDir(settings.pictureFolder())
                      .filePath(QString(title).replace(QLatin1String(" #"), QLatin1String("-")) +
                                QLatin1String(".png")));
  auto *layout = new QVBoxLayout(this);
  layout->setContentsMargins(20, 20, 20, 16);
  layout->setSpacing(20);
  m_form = makeForm();
  layout->addLayout(m_form);
  m_form->setRowVisible(m_view, false);
  updateRows();
  layout->addLayout(makeButtons());
  for (QSpinBox *box : {m_width, m_height})
    connect(box, &QSpinBox::valueChanged, this, &ExportDialog::updateResult);
  connect(m_view, &QComboBox::currentIndexChanged, this, &ExportDialog::updateRows);
  connect(m_range, &QComboBox::currentIndexChanged, this, &ExportDialog::updateSize);
  connect(m_file, &QLineEdit::textChanged, this, &ExportDialog::updateResult);
  connect(m_scale, &QDoubleSpinBox::valueChanged, this, &ExportDialog::updateResult);
  updateResult();
}

QFormLayout *ExportDialog::makeForm() {
  auto *browse = named(new QPushButton(tr("Browse...")), "browsePicture", tr("Select the file"));
  browse->setAutoDefault(false);
  connect(browse, &QPushButton::clicked, this, &ExportDialog::chooseFile);
  auto *form = new QFormLayout;
  form->setHorizontalSpacing(16);
  form->setVerticalSpacing(8);
  form->addRow(tr("View"), m_view);
  form->addRow(tr("Title"), m_title);
  form->addRow(tr("Time"), m_range);
  form->addRow(tr("Maps"), m_maps);
  form->addRow(tr("Size"), inOneRow({m_width, new QLabel(QStringLiteral("x")), m_height,
                                     new QLabel(tr("pixels"))}));
  form->addRow(tr("Scale"), m_scale);
  form->addRow(tr("Theme"), m_theme);
  form->addRow(tr("File"), inOneRow({m_file, browse}));
  m_result->setProperty("role", QLatin1String("muted"));
  form->addRow(QString(), m_result);
  return form;
}

QHBoxLayout *ExportDialog::makeButtons() {
  auto *cancel = named(new QPushButton(tr("Cancel")), "cancelExport", tr("Cancel"));
  cancel->setAutoDefault(false);
  connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
  auto *save = named(new QPushButton(tr("Export")), "exportButton", tr("Export"));
  save->setDefault(true);
  connect(save, &QPushButton::clicked, this, &ExportDialog::finish);
  auto *buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  buttons->addStretch(1);
  buttons->addWidget(cancel);
  buttons->addWidget(save);
  return buttons;
}

void ExportDialog::offerShown(QSize size) {
  m_shownSize = size;
  m_range->insertItem(0, tr("As shown: time, folds, tracks, colours and marks"), AsShown);
  m_range->setCurrentIndex(0);
  updateSize();
}

bool ExportDialog::isAsShown() const {
  return view() == View::Timeline && m_range->currentData().toInt() == AsShown;
}

/// A size that the user has entered stays until another kind of picture is chosen.
void ExportDialog::updateSize() {
  if (isAsShown() == m_isSizeOfShown)
    return;
  m_isSizeOfShown = isAsShown();
  const QSize size = m_isSizeOfShown ? m_shownSize : kSize;
  m_width->setValue(size.width());
  m_height->setValue(size.height());
}

void ExportDialog::offer(View view, bool isProposed) {
  m_form->setRowVisible(m_view, true);
  m_view->addItem(view == View::Overlap ? tr("Overlap") : tr("Memory"), static_cast<int>(view));
  if (isProposed)
    m_view->setCurrentIndex(m_view->count() - 1);
}

void ExportDialog::offerZoomedMaps() {
  m_maps->addItems({tr("Visible range"), tr("Whole maps")});
  updateRows();
}

bool ExportDialog::showsWholeMaps() const {
  return m_maps->count() == 0 || m_maps->currentIndex() == 1;
}

/// Hides rows that do not apply to the view.
void ExportDialog::updateRows() {
  updateSize();
  m_form->setRowVisible(m_range, view() == View::Timeline);
  m_form->setRowVisible(m_maps, view() == View::Heat && m_maps->count() > 0);
}

ExportDialog::View ExportDialog::view() const {
  return static_cast<View>(m_view->currentData().toInt());
}

PictureOptions ExportDialog::options() const {
  PictureOptions options;
  options.size = {m_width->value(), m_height->value()};
  options.scale = m_scale->value();
  options.theme = static_cast<ThemeKind>(m_theme->currentData().toInt());
  options.title = toUtf8(m_title->text());
  if (m_range->currentData().toInt() == VisibleRange)
    options.range = m_visible;
  return options;
}

QString ExportDialog::file() const {
  return m_file->text();
}

void ExportDialog::chooseFile() {
  const QString file = QFileDialog::getSaveFileName(this, tr("Picture"), m_file->text(),
                                                    tr("Pictures (*.png *.svg *.pdf)"));
  if (!file.isEmpty())
    m_file->setText(file);
}

void ExportDialog::updateResult() {
  const QString ending = QFileInfo(m_file->text()).suffix().toLower();
  const bool isVector = ending == QLatin1String("svg") || ending == QLatin1String("pdf");
  m_scale->setEnabled(!isVector);
  if (isVector)
    return m_result->setText(
        tr("The file has lines and text that stay sharp at any size; the scale does not matter."));
  m_result->setText(tr("The file has %1 x %2 pixels.")
                        .arg(qRound(m_width->value() * m_scale->value()))
                        .arg(qRound(m_height->value() * m_scale->value())));
}

void ExportDialog::finish() {
  if (m_file->text().trimmed().isEmpty()) {
    m_file->setFocus();
    return;
  }
  if (QFileInfo(m_file->text()).suffix().isEmpty())
    m_file->setText(m_file->text() + QLatin1String(".png"));
  accept();
}

} // namespace pstudio
