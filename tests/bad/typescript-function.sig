; expect error 3:1 sig-unexpected-token: a TypeScript function, expected name(params) -> T
;   hint: write search(q :string, limit :float?) -> [:Item]
export async function search(q: string, limit?: number): Promise<Item[]> {
  return [];
}
