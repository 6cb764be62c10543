import { columnOf } from '../../../server/db/placement.ts'

/** Whether each row of a table lies on one node of a cluster. Undefined where there is no such table. */
export type IsDistributed = (table: string) => boolean | undefined

/** A part of a statement between two parentheses, without what is in those within. */
interface Part {
  /** In lower case, with one space between words. What stood in parentheses within is `()`. */
  text: string
  /** What stands before its parenthesis. */
  before: string
  within: Part[]
}

const lock = /\bfor (?:no key update|update|key share|share)\b(?: of ([\w, ]+))?/
const volatile = /\b(?:gen_random_uuid|uuidv[47]|random|clock_timestamp|nextval) ?\(/

/**
 * Shapes of a statement that a distributed PostgreSQL refuses (docs/scale.md), each in a few words: locks within a
 * statement, locks of many owners' rows, functions that give something else at each call in an update of many owners'
 * rows, a limited look-up of each member's row in a table that every node has, and a subquery without a column.
 */
export function refusedShapes(text: string, isDistributed: IsDistributed): string[] {
  const plain = plainOf(text)
  const whole = parted(plain)
  const all = [whole, ...withinOf(whole)]
  const shapes = [
    ...all.flatMap((part) => locksOf(part, part !== whole, isDistributed)),
    ...updatesOf(plain, isDistributed),
    ...all
      .filter((part) => /^select from\b/.test(part.text) && namesOf(part).some(isDistributed))
      .map(() => 'no column'),
    ...(all.some((part) => namesOf(part).some(isDistributed))
      ? all.flatMap((part) => limitsOf(part, isDistributed))
      : []),
  ]
  return [...new Set(shapes)]
}

function locksOf(part: Part, isWithin: boolean, isDistributed: IsDistributed): string[] {
  const found = lock.exec(part.text)
  if (!found) return []
  const of = found[1]?.split(',').map((it) => it.trim().split(' ')[0])
  return tablesOf(part)
    .filter(({ table, alias }) => isDistributed(table) && (of === undefined || of.includes(alias)))
    .flatMap((it) => {
      if (isWithin) return [`locks ${it.table} within a statement`]
      return isOneOwners(part.text, it) ? [] : [`locks ${it.table} of many`]
    })
}

/** Updates by themselves, after a `with`, and where an insert meets a row that is there. */
function updatesOf(plain: string, isDistributed: IsDistributed): string[] {
  const updates = /\bupdate (?:only )?(?:\w+\.)?(\w+)(?: (?:as )?(?!set\b)(\w+))? set\b|\bdo update set\b/g
  return [...plain.matchAll(updates)].flatMap((it) => {
    const into = /.*\binto (?:\w+\.)?(\w+)(?: as (\w+))?/.exec(plain.slice(0, it.index)) ?? []
    const [, table, alias = table] = it[1] === undefined ? into : it
    if (table === undefined || alias === undefined || !isDistributed(table)) return []
    const update = untilClosed(plain.slice(it.index))
    if (!volatile.test(update) || isOneOwners(parted(update).text, { table, alias })) return []
    return [`updates ${table} of many by a volatile function`]
  })
}

function limitsOf(part: Part, isDistributed: IsDistributed): string[] {
  if (!/\blateral ?$/.test(part.before)) return []
  return [part, ...withinOf(part)]
    .filter((it) => /\b(?:limit|fetch (?:first|next))\b/.test(it.text))
    .flatMap(namesOf)
    .filter((table) => isDistributed(table) === false)
    .map((table) => `looks ${table} up by lateral and limit`)
}

interface Named {
  table: string
  alias: string
}

/** Whether a condition that holds for every row says whose the table's rows are, or by which value they are found. */
function isOneOwners(text: string, { table, alias }: Named): boolean {
  const condition = text.replace(/^.*?\bwhere\b/, '')
  if (condition === text || /\bor\b/.test(condition)) return false
  const owner = columnOf[table] ?? (table === 'member' ? '(?:id|member_id)' : '(?:member_id|owner_id)')
  return new RegExp(`(?:^|[^.\\w])(?:${alias}\\.)?${owner} = \\$\\d`).test(condition)
}

/** Tables after `from` and `join`, with their alias or their own name. */
function tablesOf({ text }: Part): Named[] {
  const from =
    /\bfrom\b(.*?)(?:\bwhere\b|\bgroup by\b|\border by\b|\blimit\b|\bfor (?:no|up|key|sh)|\breturning\b|\bon conflict\b|$)/g
  const place =
    /^ ?(?:lateral )?(?:only )?(?:[a-z_]\w*\.)?([a-z_]\w*)(?: (?:as )?(?!on\b|as\b|cross\b|inner\b|left\b)(\w+))?/
  return [...text.matchAll(from)].flatMap((it) =>
    (it[1] ?? '').split(/,|\bjoin\b/).flatMap((one) => {
      const [, table, alias = table] = place.exec(one) ?? []
      return table === undefined || alias === undefined ? [] : [{ table, alias }]
    }),
  )
}

/** The tables that a part reads or writes. */
function namesOf(part: Part): string[] {
  const written = part.text.matchAll(/\b(?:update|into|using) (?:only )?(?:\w+\.)?(\w+)/g)
  return [...tablesOf(part).map((it) => it.table), ...[...written].map((it) => it[1] ?? '')]
}

function withinOf(part: Part): Part[] {
  return part.within.flatMap((it) => [it, ...withinOf(it)])
}

/** Without what is in quotes and comments. */
function plainOf(text: string): string {
  return text
    .replaceAll(/'(?:[^']|'')*'|--.*$/gm, (it) => (it.startsWith('-') ? ' ' : "''"))
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
}

/** Up to the parenthesis that closes what it stands in. */
function untilClosed(plain: string): string {
  let depth = 0
  for (const { 0: sign, index } of plain.matchAll(/[()]/g)) {
    depth += sign === '(' ? 1 : -1
    if (depth < 0) return plain.slice(0, index)
  }
  return plain
}

function parted(plain: string): Part {
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
