; expect error 3:1 sig-unexpected-token: a class, expected name = T
;   hint: write Item = {name :string, tags [:string], count :int?}
class Item(BaseModel):
    name: str
    tags: list[str]
    count: Optional[int] = None
