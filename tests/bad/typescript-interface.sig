; expect error 3:1 sig-unexpected-token: an interface of TypeScript, expected name = T
;   hint: write Item = {id :float, name :string?, kind :enum["x" "y"]?}
interface Item { id: number; name?: string; kind: "x" | "y" | null }
