# SPDX-License-Identifier: MIT
#
# Writes cases.h, the case mappings of the Unicode version that perl knows:
#
#     perl runtime/lisp/text/cases.pl > runtime/lisp/text/cases.h && clang-format -i runtime/lisp/text/cases.h
use strict;
use warnings;
use feature 'unicode_strings';
use Unicode::UCD;

my $last = 0x10FFFF;

# Runs of characters, one or two apart, that all map to a character the same distance away.
sub runs {
    my ($map) = @_;
    my @runs;
    for my $c (0x80 .. $last) {
        next if $c >= 0xD800 && $c <= 0xDFFF;
        my $to = $map->(chr $c);
        next if length $to != 1 || $to eq chr $c;
        my $distance = ord($to) - $c;
        my $run = $runs[-1];
        if ($run && $run->{distance} == $distance) {
            my $step = $c - $run->{last};
            if ($step <= 2 && ($run->{count} == 1 || $run->{step} == $step)) {
                @$run{qw(step last)} = ($step, $c);
                $run->{count}++;
                next;
            }
        }
        push @runs, {first => $c, last => $c, count => 1, step => 1, distance => $distance};
    }
    return @runs;
}

sub print_runs {
    my ($name, @runs) = @_;
    printf "\nstatic const case_run %s[%d] = {\n", $name, scalar @runs;
    printf "{0x%X, %d, %d, %d},\n", @$_{qw(first distance count step)} for @runs;
    print "};\n";
}

# Characters that become several.
sub print_longer {
    my ($name, $map) = @_;
    my @rows;
    for my $c (0x80 .. $last) {
        next if $c >= 0xD800 && $c <= 0xDFFF;
        my $to = $map->(chr $c);
        push @rows, [$c, map { ord } split //, $to] if length $to > 1;
    }
    printf "\nstatic const case_longer %s[%d] = {\n", $name, scalar @rows;
    for my $row (@rows) {
        my ($c, @to) = @$row;
        printf "{0x%X, {%s}},\n", $c, join ', ', map { sprintf '0x%X', $_ } @to;
    }
    print "};\n";
}

# Ranges of the characters that have a property: first and last in turn.
sub print_ranges {
    my ($name, $property) = @_;
    my @ends;
    my $was = 0;
    for my $c (0 .. $last + 1) {
        my $is = $c <= $last && !($c >= 0xD800 && $c <= 0xDFFF) && chr($c) =~ $property;
        push @ends, $is ? $c : $c - 1 if $is != $was;
        $was = $is;
    }
    printf "\nstatic const uint32_t %s[%d] = {\n", $name, scalar @ends;
    print join(', ', map { sprintf '0x%X', $_ } @ends), "};\n";
}

no warnings 'utf8';
my $version = Unicode::UCD::UnicodeVersion();
print <<"END";
/* SPDX-License-Identifier: MIT */
/* Case mappings of Unicode $version, written by cases.pl. */
#ifndef PTC_LISP_CASES_H
#define PTC_LISP_CASES_H

#include <stdint.h>

/* `count` characters from `first`, `step` apart, that map to one `distance` away. */
typedef struct case_run {
uint32_t first;
int32_t distance;
uint16_t count;
uint16_t step;
} case_run;

/* A character that maps to two or three. */
typedef struct case_longer {
uint32_t from;
uint16_t to[3]; /* 0 ends */
} case_longer;
END
print_runs('case_upper', runs(sub { uc $_[0] }));
print_runs('case_lower', runs(sub { lc $_[0] }));
print_longer('case_upper_longer', sub { uc $_[0] });
print_longer('case_lower_longer', sub { lc $_[0] });
print "\n/* First and last character of each range, in turn. */";
print_ranges('case_cased', qr/\p{Cased}/);
print_ranges('case_ignorable', qr/\p{Case_Ignorable}/);
print "\n#endif\n";
