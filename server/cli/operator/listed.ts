/** How many rows a list shows at most, unless it says otherwise. */
export const listedMost = 200

interface Listing<Row> {
  /** What an empty list says. */
  none?: string
  most?: number
  lineOf(row: Row): string | readonly string[]
}

/** The lines of a list. The query asks for one row more than `most`: where it is there, the last line says so. */
export function listed<Row>(
  rows: readonly Row[],
  { none = 'None.', most = listedMost, lineOf }: Listing<Row>,
): readonly string[] {
  if (rows.length === 0) return [none]
  const lines = rows.slice(0, most).flatMap((it) => lineOf(it))
  return rows.length > most ? [...lines, `And more: only the first ${most} are listed.`] : lines
}
