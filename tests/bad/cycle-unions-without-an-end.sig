; expect error 4:13 sig-cycle: named types in a circle without an end: add -> add
;   hint: give it an end: write left :add?
; Each alternative needs the other one.
add = {left :add, right :sub}|{only :sub}
sub = {minus :add}
