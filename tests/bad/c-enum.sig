; expect error 3:1 sig-unexpected-token: an enum, expected name = T
;   hint: write color = :enum["RED" "GREEN" "BLUE"]
enum color { RED, GREEN = 3, BLUE };
