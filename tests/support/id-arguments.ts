import type { Call } from '#protocol/call.ts'
import { Id } from '#protocol/primitives.ts'

/** Parts of a valibot schema in which an id may lie. */
interface Part {
  kind?: string
  pipe?: readonly Part[]
  entries?: Record<string, Part>
  options?: readonly unknown[]
  wrapped?: Part
  item?: Part
  items?: readonly Part[]
  rest?: Part
  key?: Part
  value?: unknown
}

/** Where in a call's arguments ids lie, nested ones too: `unitId`, `ids[]`, `gift.orderId`. */
export function idArgumentsOf(call: Call): string[] {
  return [...new Set(within(call.args as unknown as Part, ''))]
}

function within(part: unknown, at: string): string[] {
  if (part === Id) return [at]
  if (typeof part !== 'object' || part === null) return []
  const { pipe = [], entries = {}, options = [], wrapped, item, items = [], rest, key, value } = part as Part
  return [
    ...pipe.filter((it) => it !== part && it.kind === 'schema').flatMap((it) => within(it, at)),
    ...Object.entries(entries).flatMap(([name, it]) => within(it, at === '' ? name : `${at}.${name}`)),
    ...options.flatMap((it) => within(it, at)),
    ...within(wrapped, at),
    ...[item, rest, ...items].flatMap((it) => within(it, `${at}[]`)),
    ...[key, value].flatMap((it) => within(it, `${at}{}`)),
  ]
}
