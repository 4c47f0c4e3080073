# What `cmake --install` puts where: the programs that this configuration builds, and what they read.

foreach(program proton-studio proton-collect proton-opt)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  endif()
endforeach()

set(PSTUDIO_DATA_DIR "${CMAKE_INSTALL_DATADIR}/proton-studio")
install(DIRECTORY "${CMAKE_SOURCE_DIR}/resources/" DESTINATION "${PSTUDIO_DATA_DIR}"
        PATTERN CMakeLists.txt EXCLUDE
        PATTERN "*.qrc" EXCLUDE)
install(FILES "${CMAKE_SOURCE_DIR}/LICENSE" "${CMAKE_SOURCE_DIR}/README.md" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

if(TARGET proton-studio)
  install(FILES "${CMAKE_SOURCE_DIR}/packaging/desktop/proton-studio.desktop"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
  install(FILES "${CMAKE_SOURCE_DIR}/packaging/desktop/proton-studio-mime.xml"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages" RENAME proton-studio.xml)
  install(FILES "${CMAKE_SOURCE_DIR}/resources/icons/proton-studio.svg"
          DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps")
endif()
