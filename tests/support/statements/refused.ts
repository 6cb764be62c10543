/** What a table is to members: whether its rows are one member's. Undefined where there is no such table. */
export type IsOfMembers = (table: string) => boolean | undefined

/** A part of a statement between two parentheses, without what is in those within. */
interface Part {
  /** In lower case, with one space between words. What stood in parentheses within is `()`. */
  text: string
  /** What stands before its parenthesis. */
  before: string
  within: Part[]
}

const lock = /\bfor (?:no key update|update|key share|share)\b(?: of ([\w, ]+))?/
const ownerNamed = /\b(?:member_id|owner_id) = \$\d/
const volatile = /\b(?:gen_random_uuid|random|clock_timestamp|nextval) ?\(/

/**
 * Shapes of a statement that a distributed PostgreSQL refuses (docs/scale.md), each in a few words: locks within a
 * statement, locks of many owners' rows, functions that give something else at each call in an update of many owners'
 * rows, and a limited look-up of each member's row in a table that lies on every machine.
 */
export function refusedShapes(text: string, isOfMembers: IsOfMembers): string[] {
  const whole = parted(text)
  const all = [whole, ...withinOf(whole)]
  const shapes = all.flatMap((part) => [...locksOf(part, part !== whole, isOfMembers), ...updatesOf(part, isOfMembers)])
  if (all.some((part) => tablesOf(part).some(({ table }) => isOfMembers(table)))) {
    for (const part of all.filter((it) => /\blateral $/.test(it.before)))
      for (const limited of [part, ...withinOf(part)].filter((it) => / limit /.test(it.text)))
        for (const { table } of tablesOf(limited))
          if (isOfMembers(table) === false) shapes.push(`looks ${table} up by lateral and limit`)
  }
  return [...new Set(shapes)]
}

function locksOf(part: Part, isWithin: boolean, isOfMembers: IsOfMembers): string[] {
  const found = lock.exec(part.text)
  if (!found) return []
  const of = found[1]?.split(',').map((it) => it.trim().split(' ')[0])
  return tablesOf(part)
    .filter(({ table, alias }) => isOfMembers(table) && (of === undefined || of.includes(alias)))
    .flatMap(({ table }) => {
      if (isWithin) return [`locks ${table} within a statement`]
      return isOneOwners(part, table) ? [] : [`locks ${table} of many`]
    })
}

function updatesOf(part: Part, isOfMembers: IsOfMembers): string[] {
  const table = /^ ?update (\w+)/.exec(part.text)?.[1]
  if (table === undefined || !isOfMembers(table) || isOneOwners(part, table)) return []
  return volatile.test(part.text) ? [`updates ${table} of many by a volatile function`] : []
}

function isOneOwners({ text }: Part, table: string): boolean {
  return ownerNamed.test(text) || (table === 'member' && /\bid = \$\d/.test(text))
}

/** Tables after `from` and `join`, with their alias or their own name. */
function tablesOf({ text }: Part): { table: string; alias: string }[] {
  const from =
    /\bfrom\b(.*?)(?:\bwhere\b|\bgroup by\b|\border by\b|\blimit\b|\bfor (?:no|up|key|sh)|\breturning\b|\bon conflict\b|$)/g
  return [...text.matchAll(from)].flatMap((it) =>
    (it[1] ?? '').split(/,|\bjoin\b/).flatMap((place) => {
      const [, table, alias] =
        /^ ?(?:lateral )?([a-z_]\w*)(?: (?:as )?(?!on\b|as\b|cross\b|inner\b|left\b)(\w+))?/.exec(place) ?? []
      return table === undefined ? [] : [{ table, alias: alias ?? table }]
    }),
  )
}

function withinOf(part: Part): Part[] {
  return part.within.flatMap((it) => [it, ...withinOf(it)])
}

function parted(text: string): Part {
  const plain = text
    .replaceAll(/--.*$/gm, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
  const whole: Part = { text: '', before: '', within: [] }
  const open = [whole]
  for (const sign of plain) {
    const part = open.at(-1)!
    if (sign === '(') {
      const inner: Part = { text: '', before: part.text, within: [] }
      part.within.push(inner)
      part.text += '('
      open.push(inner)
    } else if (sign === ')' && open.length > 1) {
      open.pop()
      open.at(-1)!.text += ')'
    } else part.text += sign
  }
  return whole
}
