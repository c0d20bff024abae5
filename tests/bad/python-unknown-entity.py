# expect error 13:20 brimley-entity: unknown entity "Custmer"
#   hint: did you mean Customer?
from brimley import entity, function


@entity
class Customer:
    id: int
    name: str


@function
def find(customer: Custmer) -> Customer:
    ...
