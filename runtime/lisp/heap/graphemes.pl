#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Writes graphemes.h from the Unicode Character Database that perl carries:
#     perl runtime/lisp/heap/graphemes.pl > runtime/lisp/heap/graphemes.h
use strict;
use warnings;
use Unicode::UCD;

# ORDER GRAPHEME CLASS: as in the enum below.
my @classes = qw(Other CR LF Control Extend ZWJ Regional_Indicator Prepend SpacingMark
    L V T LV);
my $names = join '', map { $_ eq 'Other' ? '' : "    GRAPHEME_" . uc($_) . ",\n" }
    @classes, 'LVT', 'Pictographic';

my @runs;
my $last = -1;
for my $code (0 .. 0x10FFFF) {
    my $class = 0;
    if ($code >= 0xAC00 && $code <= 0xD7A3) {
        $class = 12; # LV or LVT: by arithmetic
    } elsif ($code < 0xD800 || $code > 0xDFFF) {
        my $char = chr $code;
        for my $i (1 .. 11) {
            if ($char =~ /\p{Grapheme_Cluster_Break=$classes[$i]}/) { $class = $i; last; }
        }
        $class = 14 if $class == 0 && $char =~ /\p{Extended_Pictographic}/;
    }
    if ($class != $last) {
        push @runs, sprintf '0x%x', $code << 4 | $class;
        $last = $class;
    }
}

my $version = Unicode::UCD::UnicodeVersion();
my $count = @runs;
print <<"END";
/* SPDX-License-Identifier: MIT */
/*
 * Grapheme cluster breaks of Unicode $version: each entry is the first code point of a
 * run, shifted left by four bits, and its class. Hangul syllables are all GRAPHEME_LV
 * here. A table written by graphemes.pl, not edited by hand.
 */
#ifndef PTC_LISP_GRAPHEMES_H
#define PTC_LISP_GRAPHEMES_H

#include <stdint.h>

/* ORDER GRAPHEME CLASS */
typedef enum grapheme_class {
    GRAPHEME_OTHER,
$names} grapheme_class;

/* clang-format off */
static const uint32_t grapheme_runs[$count] = {
END
my $line = '   ';
for my $run (@runs) {
    if (length("$line $run,") > 90) { print "$line\n"; $line = '   '; }
    $line .= " $run,";
}
print "$line\n};\n/* clang-format on */\n\n#endif\n";
