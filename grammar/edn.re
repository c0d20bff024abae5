/* SPDX-License-Identifier: MIT */
typedef int ptc_edn_lex_placeholder;
