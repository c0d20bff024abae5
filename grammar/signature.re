/* SPDX-License-Identifier: MIT */
typedef int ptc_signature_lex_placeholder;
