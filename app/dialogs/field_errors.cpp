// SPDX-License-Identifier: Apache-2.0
// Puts a complaint about a field of a specification under the widget that edits it.
#include "app/dialogs/field_errors.h"

#include "app/dialogs/fold_section.h"
#include "app/settings/text.h"

namespace pstudio {
namespace {

/// "arguments[1].buffer.shape" -> "arguments[1].buffer" -> "arguments[1]" -> "arguments" -> "".
QString parentPath(const QString &path) {
  const qsizetype cut =
      std::max(path.lastIndexOf(QLatin1Char('.')), path.lastIndexOf(QLatin1Char('[')));
  return cut < 0 ? QString() : path.left(cut);
}

} // namespace

QString fieldPathOf(const Error &error) {
  const QString where = toQString(error.where);
  const qsizetype colon = where.lastIndexOf(QLatin1String(": "));
  return colon < 0 ? where : where.mid(colon + 2);
}

FieldErrors::FieldErrors(QWidget *form) : QObject(form), m_form(form) {}

QLabel *FieldErrors::addField(const QString &path, QWidget *editor) {
  auto *label = new QLabel(m_form);
  label->setObjectName(QLatin1String("error:") + path);
  label->setProperty("role", QLatin1String("fieldError"));
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setWordWrap(true);
  label->hide();
  m_fields.insert(path, {label, editor});
  return label;
}

bool FieldErrors::show(const Error &error) {
  const QString full = fieldPathOf(error);
  for (QString path = full; !path.isEmpty(); path = parentPath(path)) {
    const auto found = m_fields.constFind(path);
    if (found == m_fields.constEnd())
      continue;
    QString text = toQString(error.message);
    if (path != full)
      text.prepend(full.mid(path.size() + (full[path.size()] == QLatin1Char('.') ? 1 : 0)) +
                   QLatin1String(": "));
    if (!error.hint.empty())
      text += QLatin1String(" - ") + toQString(error.hint);
    found->label->setText(text);
    found->label->show();
    FoldSection::openAround(found->editor);
    found->editor->setFocus();
    return true;
  }
  return false;
}

void FieldErrors::clear() {
  for (const Field &field : std::as_const(m_fields)) {
    field.label->clear();
    field.label->hide();
  }
}

QString FieldErrors::text(const QString &path) const {
  const auto found = m_fields.constFind(path);
  return found == m_fields.constEnd() ? QString() : found->label->text();
}

} // namespace pstudio
