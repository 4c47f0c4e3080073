// SPDX-License-Identifier: Apache-2.0
#include "app/cli/check_text.h"

#include "app/cli/text_output.h"

namespace pstudio::cli {

void printCheck(std::FILE *stream, const std::string &output, double maxError, double allowed,
                const std::string &sample) {
  printFormatted(stream, "check %s: max error %g, allowed %g%s%s%s\n", output.c_str(), maxError,
                 allowed, sample.empty() ? "" : " (", sample.c_str(),
                 sample.empty() ? "" : " compared)");
}

} // namespace pstudio::cli
