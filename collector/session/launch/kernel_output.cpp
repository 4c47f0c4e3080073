// SPDX-License-Identifier: Apache-2.0
#include "collector/session/launch/kernel_output.h"

#include <utility>

namespace pstudio {

void KernelOutput::begin() {
  if (m_launches++ != 0)
    return;
  if (auto output = PrintedOutput::begin(PrintedOutput::Channel::Output))
    m_output.emplace(*std::move(output));
  if (auto errors = PrintedOutput::begin(PrintedOutput::Channel::Errors))
    m_errors.emplace(*std::move(errors));
}

KernelOutput::Text KernelOutput::end() {
  Text text;
  if (--m_launches != 0)
    return text;
  if (m_errors)
    text.errors = m_errors->finish();
  if (m_output)
    text.output = m_output->finish();
  m_errors.reset();
  m_output.reset();
  return text;
}

} // namespace pstudio
