# SPDX-License-Identifier: Apache-2.0
# CPack runs this between the installation of the components and their packing: what Debian's rules want of every package.

# compress(<file>): reproducibly.
function(compress file)
  execute_process(COMMAND gzip -9nf "${file}" COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(epoch "$ENV{SOURCE_DATE_EPOCH}")
if(epoch STREQUAL "")
  message(FATAL_ERROR "SOURCE_DATE_EPOCH is not set: call packaging/make-deb.sh")
endif()
execute_process(COMMAND date -u -R -d "@${epoch}" OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)

cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH packaging)
set(program_of_collector proton-collect)
set(program_of_studio proton-studio)
foreach(component collector studio)
  string(TOUPPER ${component} upper)
  set(package "${CPACK_DEBIAN_${upper}_PACKAGE_NAME}")
  set(root "${CPACK_TEMPORARY_DIRECTORY}/${component}")
  set(documents "${root}/usr/share/doc/${package}")
  if(NOT IS_DIRECTORY "${root}/usr")
    message(FATAL_ERROR "${root}/usr does not exist: CPack has changed its folders")
  endif()
  file(CONFIGURE OUTPUT "${documents}/changelog" @ONLY CONTENT "@package@ (@CPACK_PACKAGE_VERSION@) unstable; urgency=medium

  * See /usr/share/doc/@package@/changelog-users.gz.

 -- @CPACK_PACKAGE_CONTACT@  @date@
")
  configure_file("${packaging}/../CHANGELOG.md" "${documents}/changelog-users" COPYONLY)
  compress("${documents}/changelog")
  compress("${documents}/changelog-users")
  configure_file("${CMAKE_CURRENT_LIST_DIR}/copyright" "${documents}/copyright" COPYONLY)
  configure_file("${CMAKE_CURRENT_LIST_DIR}/${package}.lintian-overrides" "${root}/usr/share/lintian/overrides/${package}" COPYONLY)
  compress("${root}/usr/share/man/man1/${program_of_${component}}.1")
  # Permissions and times that do not depend on who packs, and when.
  execute_process(COMMAND chmod -R u=rwX,go=rX "${root}" COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND find "${root}" -exec touch -h -d "@${epoch}" {} + COMMAND_ERROR_IS_FATAL ANY)
endforeach()
