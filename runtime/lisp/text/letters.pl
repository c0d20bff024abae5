# SPDX-License-Identifier: MIT
#
# Writes letters.h, properties of characters in the Unicode version that perl knows:
#
#     perl runtime/lisp/text/letters.pl > runtime/lisp/text/letters.h && clang-format -i runtime/lisp/text/letters.h
use strict;
use warnings;
use feature 'unicode_strings';
use Unicode::UCD qw(charinfo prop_invmap);

my $last = 0x10FFFF;

# Runs of characters with a property: first, and how many, `step` apart.
sub print_runs {
    my ($name, $property) = @_;
    my @runs;
    for my $c (0 .. $last) {
        next if ($c >= 0xD800 && $c <= 0xDFFF) || chr($c) !~ $property;
        my $run = $runs[-1];
        if ($run) {
            my $step = $c - $run->{last};
            if ($step <= 2 && ($run->{count} == 1 || $run->{step} == $step)) {
                @$run{qw(step last)} = ($step, $c);
                $run->{count}++;
                next;
            }
        }
        push @runs, {first => $c, last => $c, count => 1, step => 1};
    }
    printf "\nstatic const letter_run %s[%d] = {\n", $name, scalar @runs;
    printf "{0x%X, %d, %d},\n", @$_{qw(first count step)} for @runs;
    print "};\n";
}

# Values of characters: rising by one from the first, or all -2, which is no whole number.
sub print_values {
    my @runs;
    for my $c (0 .. $last) {
        next if ($c >= 0xD800 && $c <= 0xDFFF) || chr($c) !~ /\p{N}/;
        my $value = charinfo($c)->{numeric};
        next if !defined $value || $value eq '';
        $value = -2 if $value =~ m{[/-]} || $value > 2147483647;
        my $run = $runs[-1];
        if ($run && $c == $run->{first} + $run->{count} &&
            $value == ($value == -2 ? $run->{value} : $run->{value} + $run->{count})) {
            $run->{count}++;
            next;
        }
        push @runs, {first => $c, count => 1, value => $value};
    }
    printf "\nstatic const letter_value letter_values[%d] = {\n", scalar @runs;
    printf "{0x%X, %d, %d},\n", @$_{qw(first count value)} for @runs;
    print "};\n";
}

no warnings 'utf8';
my $version = Unicode::UCD::UnicodeVersion();
print <<"END";
/* SPDX-License-Identifier: MIT */
/* Properties of the characters of Unicode $version, written by letters.pl. */
#ifndef PTC_LISP_LETTERS_H
#define PTC_LISP_LETTERS_H

#include <stdint.h>

/* `count` characters from `first`, `step` apart. */
typedef struct letter_run {
uint32_t first;
uint32_t count : 24;
uint32_t step : 8;
} letter_run;

/* `count` characters from `first` that represent numbers: `value` and so on, or all
 * -2. */
typedef struct letter_value {
uint32_t first;
uint32_t count;
int32_t value;
} letter_value;
END
print_runs('letter_letters', qr/\p{L}/);
print_runs('letter_digits', qr/\p{Nd}/);
print_runs('letter_uppers', qr/\p{Uppercase}/);
print_runs('letter_lowers', qr/\p{Lowercase}/);
print_runs('letter_alphabetic', qr/\p{Alphabetic}/);
print_values();
print "\n#endif\n";
