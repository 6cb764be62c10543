/**
 * Names for prepared statements. PostgreSQL parses a statement that has a name once on each connection and plans it a
 * few times; one without a name it parses and plans at every call.
 */
export interface StatementNames {
  /** The name of a statement, the same at every call; undefined at the first, and where there are too many. */
  nameOf(text: string): string | undefined
}

/**
 * A statement that comes once would only take the database's memory, so that it has its name from its second call.
 * `most` bounds that memory: a statement that lists values in its text has as many texts as there are lengths.
 */
export function statementNames(most = 1000): StatementNames {
  /** Undefined for a text that was seen once. */
  const names = new Map<string, string | undefined>()
  let named = 0
  return {
    nameOf(text) {
      const name = names.get(text)
      if (name !== undefined) return name
      if (!names.has(text)) {
        if (names.size < most) names.set(text, undefined)
        return undefined
      }
      named += 1
      names.set(text, `s${named}`)
      return names.get(text)
    },
  }
}
