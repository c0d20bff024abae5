; expect error 3:5 sig-cycle: named types in a circle with nothing in between: u -> u
;   hint: an alternative that is the type itself adds nothing: leave :u out
u = :u|:int
