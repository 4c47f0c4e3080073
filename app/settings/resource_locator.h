// SPDX-License-Identifier: Apache-2.0
// Finds what is shipped beside the program: example kernels, the guide and the worker.
#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace pstudio {

/// An example kernel that can be run as it is.
struct ExampleKernel {
  QString title;       ///< "gemm_tiled"
  QString explanation; ///< what it shows, from the leading comment of its kernel file; may be empty
  QString spec;        ///< absolute path of its run specification
  QString target;      ///< as its specification names it: "cpu", "cuda:sm_90a"
};

/// Looks below an installation prefix, then beside a build folder, then in the source tree that the
/// program was built from. Reads the disk on every call; keeps nothing. [thread: any]
class ResourceLocator {
public:
  /// \param programFolder  absolute folder of the running executable.
  explicit ResourceLocator(QString programFolder);

  /// The `resources` folder, or nullopt if none of the places has one.
  std::optional<QString> resourceFolder() const;
  /// Every `kernels/*.json` in the resource folder, by name. Reads the head of each kernel file.
  QList<ExampleKernel> examples() const;
  /// The user guide's table of contents, a Markdown file, absolute; it exists if resourceFolder()
  /// does.
  std::optional<QString> guide() const;
  /// `proton-collect` beside the program or on PATH, absolute; nullopt if there is none.
  std::optional<QString> worker() const;
  /// Why runs are impossible here and what to do about it, for people.
  static QString missingWorkerHint();

private:
  QString m_programFolder;
};

/// The words of the comment lines that open a kernel file, without the licence line. Empty if there
/// are none.
QString leadingComment(const QString &kernelText);

} // namespace pstudio
