# SPDX-License-Identifier: MIT
#
# ptcc_generate(TARGET target SOURCES contract...
#               [PREFIX name] [OUTPUT_DIRECTORY folder] [CHECKED_IN folder] [HEADER_ONLY]
#               [COMPILED [MAIN]] [EMIT form...] [OPTIONS option...])
#
# Makes NAME.ptc.h and NAME.ptc.c of each contract file NAME.sig (.edn, .json, .brimley.yaml and
# others that `ptcc gen` knows by their names) whenever it or a file that it includes changes, compiles the sources into the target, and puts the
# headers' folder on the include path of the target and of those that link it.
#
#   PREFIX            begins every name in C
#   OUTPUT_DIRECTORY  where the files go; a folder of the target's own in the build folder
#   CHECKED_IN        the folder of the source tree that holds the same files: a test named
#                     ptcc.TARGET.NAME.current fails when they are not what the contract
#                     yields, and they are compiled where ptcc is not installed
#   HEADER_ONLY       no sources: another target of the program has the functions
#   COMPILED          the sources are agents, and run the programs of their locks, NAME.ptc.clj
#                     next to them, which are also watched
#   MAIN              also NAME.main.c, a main() that runs the one agent over JSON lines; the
#                     target is linked with ptcc::main
#   EMIT              further constants in the C: json-schema, openai, ...: --emit; mcp and
#                     mcp-main also make NAME.mcp.c, a server of MCP, the latter with a main()
#                     for a target that is linked with ptcc::main, mcp-json NAME.json
#   OPTIONS           further options of `ptcc gen`
#
# The target is linked with ptcc::runtime by its owner.

# Contract file names end as `ptcc gen` knows them.
function(_ptcc_stem path out)
  get_filename_component(name "${path}" NAME)
  string(REGEX REPLACE "\\.((malli|agent|chain)\\.)?(edn|json)$|\\.(brimley|entity)\\.(ya?ml|json)$|\\.(sig|sql|md|py|exs?|h)$"
    "" name "${name}")
  set(${out} "${name}" PARENT_SCOPE)
endfunction()

# An output next to NAME.ptc.c: NAME and the ending, which an option names.
macro(_ptcc_beside option ending)
  string(REGEX REPLACE "\\.ptc$" "${ending}" file "${base}")
  string(REGEX REPLACE "\\.ptc$" "${ending}" checked_file "${checked_in}")
  list(APPEND outputs "${file}")
  list(APPEND places "--${option}" "${file}")
  list(APPEND checked_places "--${option}" "${checked_file}")
endmacro()

# One contract file; the caller's arguments are seen here as arg_*.
function(_ptcc_generate_one contract)
  get_filename_component(contract "${contract}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
  _ptcc_stem("${contract}" stem)
  set(base "${arg_OUTPUT_DIRECTORY}/${stem}.ptc")
  set(checked_in "${arg_CHECKED_IN}/${stem}.ptc")
  set(options ${arg_OPTIONS})
  if(DEFINED arg_PREFIX)
    list(APPEND options --prefix "${arg_PREFIX}")
  endif()
  if(DEFINED arg_EMIT)
    list(JOIN arg_EMIT "," forms)
    list(APPEND options --emit "${forms}")
  endif()
  set(lock "")
  if(arg_COMPILED)
    list(APPEND options --compiled)
    get_filename_component(folder "${contract}" DIRECTORY)
    # Where it is missing, ptcc says how it is made.
    if(EXISTS "${folder}/${stem}.ptc.clj")
      set(lock "${folder}/${stem}.ptc.clj")
    endif()
  endif()

  if(NOT TARGET ptcc::ptcc)
    set(base "${checked_in}")
  endif()
  set(outputs "${base}.h")
  set(places --header "${base}.h")
  set(checked_places --header "${checked_in}.h")
  if(NOT arg_HEADER_ONLY)
    list(APPEND outputs "${base}.c")
    list(APPEND places --source "${base}.c")
    list(APPEND checked_places --source "${checked_in}.c")
  endif()
  if(arg_MAIN)
    _ptcc_beside(main .main.c)
  endif()
  if(NOT arg_HEADER_ONLY)
    if("mcp" IN_LIST arg_EMIT OR "mcp-main" IN_LIST arg_EMIT)
      _ptcc_beside(mcp-source .mcp.c)
    endif()
    if("mcp-json" IN_LIST arg_EMIT)
      _ptcc_beside(mcp-json .json)
    endif()
  endif()
  target_sources(${arg_TARGET} PRIVATE ${outputs})
  if(NOT TARGET ptcc::ptcc)
    return()
  endif()

  # Make compares times alone: an unchanged output would stay older than the contract.
  set(always "")
  if(CMAKE_GENERATOR MATCHES "Make")
    set(always --always-write)
  endif()
  add_custom_command(
    OUTPUT ${outputs}
    COMMAND ptcc::ptcc gen ${options} ${always} ${places} --depfile "${base}.d" "${contract}"
    DEPENDS "${contract}" ${lock} ptcc::ptcc
    DEPFILE "${base}.d"
    COMMENT "Generating ${stem}.ptc"
    VERBATIM)
  if(DEFINED arg_CHECKED_IN)
    add_test(NAME "ptcc.${arg_TARGET}.${stem}.current"
      COMMAND ptcc::ptcc gen --check ${options} ${checked_places} "${contract}")
  endif()
endfunction()

function(ptcc_generate)
  cmake_parse_arguments(PARSE_ARGV 0 arg "HEADER_ONLY;COMPILED;MAIN"
    "TARGET;PREFIX;OUTPUT_DIRECTORY;CHECKED_IN" "SOURCES;EMIT;OPTIONS")
  if(DEFINED arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "ptcc_generate: what is ${arg_UNPARSED_ARGUMENTS}?")
  endif()
  if(DEFINED arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "ptcc_generate: nothing follows ${arg_KEYWORDS_MISSING_VALUES}")
  endif()
  if(NOT DEFINED arg_TARGET OR NOT DEFINED arg_SOURCES)
    message(FATAL_ERROR "ptcc_generate needs TARGET and SOURCES")
  endif()
  list(LENGTH arg_SOURCES count)
  if(arg_MAIN AND NOT (arg_COMPILED AND count EQUAL 1))
    message(FATAL_ERROR "ptcc_generate: MAIN is for COMPILED, and for one agent")
  endif()
  if(NOT TARGET "${arg_TARGET}")
    message(FATAL_ERROR "ptcc_generate: there is no target ${arg_TARGET}")
  endif()
  # A rule is known in its own folder only; elsewhere the files would just be missing.
  get_target_property(folder "${arg_TARGET}" SOURCE_DIR)
  if(NOT folder STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "ptcc_generate: call it where the target ${arg_TARGET} is made: "
      "${folder}")
  endif()
  if(NOT TARGET ptcc::ptcc AND NOT DEFINED arg_CHECKED_IN)
    message(FATAL_ERROR "ptcc_generate: the program ptcc was not found. Set PTCC_EXECUTABLE "
      "to its path, or give CHECKED_IN, a folder with generated files.")
  endif()

  if(DEFINED arg_CHECKED_IN)
    get_filename_component(arg_CHECKED_IN "${arg_CHECKED_IN}" ABSOLUTE
      BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
  endif()
  if(NOT DEFINED arg_OUTPUT_DIRECTORY)
    set(arg_OUTPUT_DIRECTORY "${arg_TARGET}.ptcc")
  endif()
  get_filename_component(arg_OUTPUT_DIRECTORY "${arg_OUTPUT_DIRECTORY}" ABSOLUTE
    BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  set(include_folder "${arg_CHECKED_IN}")
  if(TARGET ptcc::ptcc)
    set(include_folder "${arg_OUTPUT_DIRECTORY}")
    file(MAKE_DIRECTORY "${include_folder}")
  endif()
  target_include_directories("${arg_TARGET}" PUBLIC "$<BUILD_INTERFACE:${include_folder}>")
  foreach(contract IN LISTS arg_SOURCES)
    _ptcc_generate_one("${contract}")
  endforeach()
endfunction()
