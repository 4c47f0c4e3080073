// SPDX-License-Identifier: Apache-2.0
// Programs and kernels as the window shows them, of reports that are written here.
#include "tests/app/program_pictures.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDateTime>
#include <QDir>

#include <cstdio>

#include "app/dialogs/kernel_choice.h"
#include "app/dialogs/program_dialog.h"
#include "app/dialogs/program_report_table.h"
#include "app/window/program_presenter.h"
#include "tests/app/support/window_fixture.h"

namespace pstudio::test {

bool savePicture(QWidget &widget, const QString &file, const QRect &part) {
  QApplication::processEvents();
  const bool isSaved = widget.grab(part).save(file);
  std::printf("%s %s\n", isSaved ? "wrote" : "cannot write", qPrintable(file));
  return isSaved;
}

bool takeProgramPictures(const QString &folder) {
  QDir().mkpath(folder);
  WindowFixture fixture(realWorker());
  attach::AttachedProgram program;
  program.command = "python train_step.py --steps 10 --checkpoint 'runs/2026 11'";
  program.folder = "/usr";
  program.environment = {{"CUDA_VISIBLE_DEVICES", "0"}};
  const QDateTime when(QDate(2026, 11, 23), QTime(10, 30));
  fixture.settings().addRecentProgram(program, when);
  fixture.restart();
  const auto report = attach::parseAttachReport(
      R"x({"type":"program","command":["python","train_step.py"],"exit_code":0}
{"type":"kernel","process":7,"kernel":"softmax_kernel","demangled":"softmax_kernel","launches":98,"autotuning":0,"captured":0,"recorded":0,"instrumentable":true}
{"type":"kernel","process":7,"kernel":"triton_poi_fused_add_relu_0","demangled":"triton_poi_fused_add_relu_0","launches":98,"autotuning":120,"captured":4,"recorded":0,"instrumentable":true,"gpu_time_ns":1234567}
{"type":"kernel","process":7,"kernel":"_Z4fillPf","demangled":"void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>>(int, float*)","launches":392,"autotuning":0,"captured":0,"recorded":0,"instrumentable":false,"reason":"no: neither Triton's LLVM IR nor PTX of this kernel was found; only kernels of Triton and torch.compile can be instrumented"}
{"type":"recorded","file":"train_step.7.pftrace","kernel":"softmax_kernel","launch":10,"mode":"functions,loops,barriers","ctas":4096,"recorded_ctas":64}
{"type":"rejected","code":"captured","process":7,"kernel":"triton_poi_fused_add_relu_0","launch":3,"reason":"the launch was captured into a CUDA graph: its replays are counted and can be recorded","action":""}
{"type":"note","text":"process 8 did not end in the usual way; its last records may be missing"})x",
      "report");
  if (!report) {
    std::fprintf(stderr, "%s\n", report.error().toString().c_str());
    return false;
  }
  program.kernels = {{"softmax_kernel", "10"}};
  bool isDone = true;
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
    const QString suffix =
        theme == ThemeKind::Dark ? QStringLiteral("dark.png") : QStringLiteral("light.png");
    fixture.window().setTheme(theme);
    fixture.show({1024, 700});
    isDone &= savePicture(fixture.window(), folder + QLatin1String("/start-programs-") + suffix);
    fixture.window().programs().showRecent(0);
    ProgramDialog &dialog = *fixture.window().programs().dialog();
    dialog.findChild<QAbstractButton *>(QStringLiteral("programNext"))->click();
    isDone &= savePicture(dialog, folder + QLatin1String("/program-command-") + suffix);
    KernelChoice choice;
    choice.setReport(*report, program);
    choice.resize(920, 600);
    choice.show();
    isDone &= savePicture(choice, folder + QLatin1String("/program-kernels-") + suffix);
    ProgramReportTable table;
    table.setReport(*report);
    table.resize(880, 300);
    table.show();
    isDone &= savePicture(table, folder + QLatin1String("/program-report-") + suffix);
    dialog.hide();
  }
  return isDone;
}

bool takeGuideKernels(const QString &file) {
  struct Row {
    const char *name;
    uint64_t launches, autotuning, gpuTimeNs;
    const char *chosen; ///< launch to record; empty: not ticked
  };
  constexpr Row kRows[] = {
      {"triton_red_fused_mul_silu_silu_backward_sum_view_7", 9, 0, 70'000, "5"},
      {"triton_per_fused_native_layer_norm_backward_4", 60, 0, 68'000, "10"},
      {"triton_per_fused_mul_silu_sum_view_8", 18, 0, 38'000, "10"},
      {"triton_red_fused_sum_view_6", 18, 0, 31'000, "10"},
      {"triton_red_fused_cat_sum_transpose_view_5", 9, 0, 30'000, "5"},
      {"triton_poi_fused_mul_silu_view_2", 9, 212, 29'000, "5"},
      {"triton_per_fused_add_native_layer_norm_0", 6, 0, 24'000, ""},
      {"triton_per_fused_add_native_layer_norm_1", 6, 0, 24'000, ""}};
  WindowFixture fixture;
  fixture.window().setTheme(ThemeKind::Dark);
  attach::AttachReport report;
  attach::AttachedProgram program;
  for (const Row &row : kRows) {
    attach::ReportedKernel &kernel = report.kernels.emplace_back();
    kernel.kernel = row.name;
    kernel.launches = row.launches;
    kernel.autotuning = row.autotuning;
    kernel.gpuTimeNs = row.gpuTimeNs;
    kernel.instrumentable = true;
    if (*row.chosen)
      program.kernels.push_back({row.name, row.chosen});
  }
  KernelChoice choice;
  choice.setReport(report, program);
  choice.resize(920, 680);
  choice.show();
  return savePicture(choice, file, QRect(0, 0, 792, 268));
}

} // namespace pstudio::test
