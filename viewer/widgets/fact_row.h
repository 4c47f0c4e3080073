// SPDX-License-Identifier: Apache-2.0
// A name and its value: side by side where both fit, else the value below the name.
#pragma once

#include <QWidget>

namespace pstudio {

class WrappingLabel;

/// Takes both labels. The value is at the right; neither is ever cut. [thread: gui]
class FactRow : public QWidget {
  Q_OBJECT

public:
  /// \param name  may be empty: then the value has all of the width.
  FactRow(WrappingLabel *name, WrappingLabel *value);

  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

protected:
  void resizeEvent(QResizeEvent *event) override;
  bool event(QEvent *event) override;

private:
  bool fitsOneLine(int width) const;
  void place();

  WrappingLabel *m_name;
  WrappingLabel *m_value;
};

} // namespace pstudio
