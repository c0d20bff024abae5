; as a string
; expect error 4:8 sig-empty-list: a list needs the type of its elements
;   hint: use [:any]
{items []}