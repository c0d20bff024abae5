/* SPDX-License-Identifier: MIT */
typedef int ptc_template_lex_placeholder;
