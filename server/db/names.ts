import { PostgresQueryCompiler } from 'kysely'

type Row = Record<string, unknown>

/** Makes SQL in which `unitsHeld` is `"units_held"`. A plugin for that copies each statement first, which is slow. */
export class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(snakeCased(name))
  }
}

/**
 * Rows of one statement, their columns named in camelCase, also where Kysely's introspection asks. Names inside of JSON
 * stay as they were written.
 */
export function withCamelCase(rows: readonly Row[]): Row[] {
  const names = Object.keys(rows[0] ?? {}).map((it) => [it, camelCased(it)] as const)
  return rows.map((row) => {
    const renamed: Row = {}
    for (const [column, name] of names) renamed[name] = row[column]
    return renamed
  })
}

const snakeCased = remembered((name) => name.replace(/(?<=[^A-Z])[A-Z]/g, '_$&').toLowerCase())
const camelCased = remembered((name) => name.replace(/_+(.)/g, (_, next: string) => next.toUpperCase()))

/** Names are those of the schema and of queries in the code, so there are no more than some hundreds. */
function remembered(rename: (name: string) => string): (name: string) => string {
  const renamed = new Map<string, string>()
  return (name) => {
    const known = renamed.get(name)
    if (known !== undefined) return known
    const made = rename(name)
    renamed.set(name, made)
    return made
  }
}
