C---
name: users
return_shape: User[]
arguments:
  inline: {id: int}
---
SELECT * FROM users WHERE id = :id
