---
# expect error 7:1 yaml-syntax: expected ',' or ']', found the end
#   hint: the list begins in line 5, column 7
name: f
tags: [a, b
 more, x
---
SELECT 1;
