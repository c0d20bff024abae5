/* SPDX-License-Identifier: MIT */
/* pieces.c: emitted files in the making. See text_int.h. */
#ifndef PTCC_PIECES_H
#define PTCC_PIECES_H

#include <ptc/text.h>

typedef struct ptcc_piece {
    struct ptcc_piece *next;
    ptc_str text;
    char *room; /* belongs to pieces.c */
} ptcc_piece;

/* A text that grows in pieces, which never move. Refused memory shows in the arena. */
typedef struct ptcc_pieces {
    ptc_arena *arena;
    ptcc_piece *first; /* the text is all pieces in order */
    ptcc_piece *last;
    ptcc_piece *spare;
    bool owes_blank; /* a blank line, if a line follows */
} ptcc_pieces;

void ptcc_pieces_init(ptcc_pieces *pieces, ptc_arena *arena);

/* Appends whole lines, without trailing blanks, without two blank lines in a row, and
 * without blank lines at the beginning or the end. The last line may lack its newline. */
void ptcc_pieces_lines(ptcc_pieces *pieces, ptc_str code);

/* Appends lines, and a blank line before what follows; nothing for an empty text. */
void ptcc_pieces_paragraph(ptcc_pieces *pieces, ptc_str code);

/* Moves all lines of `from` to the end; `from` is empty then and keeps its memory. */
void ptcc_pieces_take(ptcc_pieces *pieces, ptcc_pieces *from);

/* Puts lines and a blank line before the first. */
void ptcc_pieces_lead(ptcc_pieces *pieces, ptc_str code);

/* A text as the only piece; NULL when memory was refused. */
const ptcc_piece *ptcc_piece_of(ptc_arena *arena, ptc_str text);

/* The text of a piece and all after it in a row, and a NUL; ptr NULL when refused. */
ptc_str ptcc_pieces_join(ptc_arena *arena, const ptcc_piece *first);

#endif
