// SPDX-License-Identifier: Apache-2.0
// Lists the keys.
#pragma once

#include <QDialog>
#include <QList>

#include "app/window/window_actions.h"

namespace pstudio {

/// A searchable list of keys and what they do. [thread: gui]
class KeyHelpDialog : public QDialog {
  Q_OBJECT

public:
  explicit KeyHelpDialog(const QList<KeyHelp> &keys, QWidget *parent = nullptr);
};

} // namespace pstudio
