---
# expect error 1:1 front-matter: front matter begins here and never ends
#   hint: put a line `---` between the definition and the text
name: f
SELECT 1;
