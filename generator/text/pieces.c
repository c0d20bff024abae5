/* SPDX-License-Identifier: MIT */
/* Emitted files while they are being written: text that only grows, in pieces that never
 * move. Lines are tidied on the way: no trailing blanks, no two blank lines in a row,
 * none at the beginning or the end. A blank line is kept back until a line follows it. */
#include "generator/text/pieces.h"

/* Bytes of a piece's room. */
enum { PIECE_SIZE = 1 << 15 };

void ptcc_pieces_init(ptcc_pieces *pieces, ptc_arena *arena)
{
    memset(pieces, 0, sizeof *pieces);
    pieces->arena = arena;
}

/* Begins another piece; false when memory was refused, which shows in the arena. */
static bool piece_begin(ptcc_pieces *pieces)
{
    ptcc_piece *piece = pieces->spare;

    if (piece != NULL) {
        pieces->spare = piece->next;
    } else {
        piece = ptc_arena_alloc(pieces->arena, sizeof *piece);
        if (piece == NULL)
            return false;
        piece->room = ptc_arena_alloc(pieces->arena, PIECE_SIZE);
        if (piece->room == NULL)
            return false;
    }
    piece->next = NULL;
    piece->text = ptc_str_make(piece->room, 0);
    if (pieces->last != NULL)
        pieces->last->next = piece;
    else
        pieces->first = piece;
    pieces->last = piece;
    return true;
}

static void piece_bytes(ptcc_pieces *pieces, const char *bytes, size_t len)
{
    while (len > 0) {
        size_t room = pieces->last != NULL ? PIECE_SIZE - pieces->last->text.len : 0;
        size_t part = len < room ? len : room;

        if (room == 0) {
            if (!piece_begin(pieces))
                return;
            continue;
        }
        memcpy(pieces->last->room + pieces->last->text.len, bytes, part);
        pieces->last->text.len += part;
        bytes += part;
        len -= part;
    }
}

static void piece_line(ptcc_pieces *pieces, ptc_str line)
{
    while (line.len > 0 &&
           (line.ptr[line.len - 1] == ' ' || line.ptr[line.len - 1] == '\t'))
        line.len--;
    if (line.len == 0) {
        pieces->owes_blank = pieces->first != NULL;
        return;
    }
    if (pieces->owes_blank)
        piece_bytes(pieces, "\n", 1);
    pieces->owes_blank = false;
    piece_bytes(pieces, line.ptr, line.len);
    piece_bytes(pieces, "\n", 1);
}

void ptcc_pieces_lines(ptcc_pieces *pieces, ptc_str code)
{
    while (code.len > 0) {
        const char *newline = memchr(code.ptr, '\n', code.len);
        size_t len = newline != NULL ? (size_t)(newline - code.ptr) : code.len;
        size_t used = newline != NULL ? len + 1 : len;

        piece_line(pieces, ptc_str_make(code.ptr, len));
        code = ptc_str_make(code.ptr + used, code.len - used);
    }
}

void ptcc_pieces_paragraph(ptcc_pieces *pieces, ptc_str code)
{
    ptcc_pieces_lines(pieces, code);
    if (code.len > 0)
        piece_line(pieces, PTC_STR(""));
}

void ptcc_pieces_take(ptcc_pieces *pieces, ptcc_pieces *from)
{
    if (from->first != NULL && pieces->owes_blank)
        piece_bytes(pieces, "\n", 1);
    if (from->first != NULL)
        pieces->owes_blank = from->owes_blank;
    for (const ptcc_piece *piece = from->first; piece != NULL; piece = piece->next)
        piece_bytes(pieces, piece->text.ptr, piece->text.len);
    if (from->last != NULL) {
        from->last->next = from->spare;
        from->spare = from->first;
    }
    from->first = NULL;
    from->last = NULL;
    from->owes_blank = false;
}

void ptcc_pieces_lead(ptcc_pieces *pieces, ptc_str code)
{
    ptcc_pieces head;

    ptcc_pieces_init(&head, pieces->arena);
    ptcc_pieces_lines(&head, code);
    if (head.last == NULL)
        return;
    if (pieces->first != NULL)
        piece_bytes(&head, "\n", 1);
    head.last->next = pieces->first;
    pieces->first = head.first;
    pieces->last = pieces->last != NULL ? pieces->last : head.last;
}

const ptcc_piece *ptcc_piece_of(ptc_arena *arena, ptc_str text)
{
    ptcc_piece *piece = ptc_arena_array(arena, 1, sizeof *piece);

    if (piece != NULL)
        piece->text = text;
    return piece;
}

ptc_str ptcc_pieces_join(ptc_arena *arena, const ptcc_piece *first)
{
    size_t len = 0;
    char *joined;
    char *end;

    for (const ptcc_piece *piece = first; piece != NULL; piece = piece->next)
        len += piece->text.len;
    joined = end = ptc_arena_alloc(arena, len + 1);
    if (joined == NULL)
        return ptc_str_make(NULL, 0);
    for (const ptcc_piece *piece = first; piece != NULL; piece = piece->next) {
        if (piece->text.len)
            memcpy(end, piece->text.ptr, piece->text.len);
        end += piece->text.len;
    }
    *end = '\0';
    return ptc_str_make(joined, len);
}
