# What `cmake --install` puts where: the programs that this configuration builds, and what they read. Each file belongs to a
# component, which is a package: studio (the window), collector, developer (in no package).

function(pstudio_install_program program component)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT ${component})
  endif()
endfunction()

pstudio_install_program(proton-studio studio)
pstudio_install_program(proton-collect collector)
pstudio_install_program(proton-opt developer)

set(PSTUDIO_DATA_DIR "${CMAKE_INSTALL_DATADIR}/proton-studio")
install(DIRECTORY "${CMAKE_SOURCE_DIR}/resources/" DESTINATION "${PSTUDIO_DATA_DIR}" COMPONENT studio
        PATTERN CMakeLists.txt EXCLUDE
        PATTERN icons EXCLUDE)
install(FILES "${CMAKE_SOURCE_DIR}/LICENSE" "${CMAKE_SOURCE_DIR}/README.md" DESTINATION "${CMAKE_INSTALL_DOCDIR}"
        COMPONENT developer)

if(TARGET proton-studio)
  install(FILES "${CMAKE_SOURCE_DIR}/packaging/desktop/proton-studio.desktop"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/applications" COMPONENT studio)
  install(FILES "${CMAKE_SOURCE_DIR}/packaging/desktop/proton-studio-mime.xml"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages" COMPONENT studio RENAME proton-studio.xml)
  install(FILES "${CMAKE_SOURCE_DIR}/resources/icons/proton-studio.svg"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps" COMPONENT studio)
endif()

# Man pages and completions of shells, from the help of the programs that were built. `ninja manual` makes them: a build for
# development does without.
set(PSTUDIO_MANUAL_DIR "${CMAKE_BINARY_DIR}/manual")
find_package(Python3 3.9 QUIET COMPONENTS Interpreter)

# pstudio_manual(<program> <component>)
function(pstudio_manual program component)
  if(NOT TARGET ${program} OR NOT Python3_FOUND)
    return()
  endif()
  set(folder "${PSTUDIO_MANUAL_DIR}/${program}")
  set(script "${CMAKE_SOURCE_DIR}/packaging/manual/make_manual.py")
  set(stamp "${folder}/made")
  add_custom_command(OUTPUT "${stamp}"
    COMMAND Python3::Interpreter "${script}" "$<TARGET_FILE:${program}>" --out "${folder}"
    COMMAND ${CMAKE_COMMAND} -E touch "${stamp}"
    DEPENDS ${program} "${script}" VERBATIM COMMENT "Making the manual of ${program}")
  add_custom_target(manual-${program} DEPENDS "${stamp}")
  if(NOT TARGET manual)
    add_custom_target(manual)
  endif()
  add_dependencies(manual manual-${program})
  install(DIRECTORY "${folder}/share/" DESTINATION "${CMAKE_INSTALL_DATADIR}" COMPONENT ${component} OPTIONAL)
endfunction()

pstudio_manual(proton-studio studio)
pstudio_manual(proton-collect collector)
