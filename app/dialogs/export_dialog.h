// SPDX-License-Identifier: Apache-2.0
// Dialog for the content, the format and the file of an exported picture.
#pragma once

#include <QDialog>
#include <QString>

#include "viewer/export/picture.h"

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace pstudio {

class Settings;

/// Accepted = write options() to file(). The caller sets the grouping, which is the timeline's.
/// [thread: gui]
class ExportDialog : public QDialog {
  Q_OBJECT

public:
  enum class View { Timeline, Overlap, Heat };

  /// \param settings  must outlive the dialog. \param visible  the time on screen, offered as the
  /// range.
  ExportDialog(Settings &settings, ThemeKind theme, TimeRange visible, const QString &title,
               QWidget *parent = nullptr);

  /// Offers the timeline as it is shown, and selects this choice. A picture of this size contains
  /// all that the window shows.
  void offerShown(QSize size);
  bool isAsShown() const; ///< of the timeline
  /// Offers another view than the timeline. \param isProposed  selects it: the window shows it.
  void offer(View view, bool isProposed);
  View view() const;
  /// The maps of the heat map are zoomed in: offers their visible range, which is selected, and
  /// whole maps.
  void offerZoomedMaps();
  bool showsWholeMaps() const; ///< false only where zoomed ones were offered and chosen
  /// Of the timeline; other views have the same size, scale, theme and title.
  PictureOptions options() const;
  QString file() const;

private:
  QFormLayout *makeForm();
  QHBoxLayout *makeButtons();
  void chooseFile();
  void updateResult();
  void updateRows();
  void updateSize();
  void finish();

  enum Range { WholeTrace, VisibleRange, AsShown };

  TimeRange m_visible;
  QSize m_shownSize;            ///< of the timeline as it is shown
  bool m_isSizeOfShown = false; ///< m_shownSize was proposed
  QFormLayout *m_form = nullptr;
  QComboBox *m_view;
  QSpinBox *m_width;
  QSpinBox *m_height;
  QDoubleSpinBox *m_scale;
  QComboBox *m_theme;
  QComboBox *m_range;
  QComboBox *m_maps;
  QLineEdit *m_title;
  QLineEdit *m_file;
  QLabel *m_result;
};

} // namespace pstudio
