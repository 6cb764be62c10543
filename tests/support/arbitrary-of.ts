import * as fc from 'fast-check'
import type * as v from 'valibot'

/** Fields of a valibot schema that the generator reads. An unknown kind throws, so that it can't stay untested. */
interface Part {
  kind: string
  type: string
  requirement?: unknown
  pipe?: readonly Part[]
  entries?: Record<string, Part>
  options?: readonly unknown[]
  items?: readonly Part[]
  item?: Part
  wrapped?: Part
  key?: Part
  value?: Part
  literal?: unknown
}

/** JSON values that a schema accepts. Where text may stand for a number (query strings), the number is generated. */
export function arbitraryOf(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  return of(schema as unknown as Part)
}

function of(part: Part): fc.Arbitrary<unknown> {
  const steps = flat(part)
  const rule = (type: string) => steps.find((it) => it.type === type)?.requirement
  const base = steps[0] ?? part
  switch (base.type) {
    case 'string':
      return textOf(steps, rule)
    case 'number':
    case 'union':
      return base.type === 'union' && !takesText(base) ? anyOf(base) : numberOf(rule)
    case 'array':
      return fc.array(of(base.item!), {
        minLength: Number(rule('min_length') ?? 0),
        maxLength: Math.min(Number(rule('max_length') ?? 4), 4),
      })
    case 'object':
      return objectOf(base.entries!)
    case 'optional':
      return fc.option(of(base.wrapped!), { nil: undefined })
    case 'nullable':
      return fc.option(of(base.wrapped!), { nil: null })
    case 'picklist':
      return fc.constantFrom(...base.options!)
    case 'literal':
      return fc.constant(base.literal)
    case 'boolean':
      return fc.boolean()
    case 'variant':
      return fc.oneof(...(base.options as Part[]).map(of))
    case 'tuple':
      return fc.tuple(...base.items!.map(of))
    case 'record':
      return fc.dictionary(of(base.key!) as fc.Arbitrary<string>, of(base.value!), { maxKeys: 4 })
    case 'unknown':
      return fc.jsonValue()
    default:
      throw new Error(`no generator for ${base.type}`)
  }
}

function flat(part: Part): readonly Part[] {
  return part.pipe
    ? part.pipe.flatMap((it) => (it.kind === 'schema' && it.pipe && it !== part ? flat(it) : [it]))
    : [part]
}

const transforms = (option: Part) => option.pipe?.some((it) => it.type === 'transform') ?? false
const takesText = (union: Part) =>
  (union.options as Part[]).some((it) => it.type === 'number' && !transforms(it)) &&
  (union.options as Part[]).some(transforms)
const anyOf = (union: Part) => fc.oneof(...(union.options as Part[]).filter((it) => !transforms(it)).map(of))

function numberOf(rule: (type: string) => unknown): fc.Arbitrary<number> {
  const bounds = {
    min: Number(rule('min_value') ?? Number.MIN_SAFE_INTEGER),
    max: Number(rule('max_value') ?? Number.MAX_SAFE_INTEGER),
  }
  // JSON has no negative zero; adding 0 removes it.
  return rule('safe_integer') === undefined
    ? fc.double({ ...bounds, noNaN: true }).map((it) => it + 0)
    : fc.integer(bounds)
}

function textOf(steps: readonly Part[], rule: (type: string) => unknown): fc.Arbitrary<string> {
  const has = (type: string) => steps.some((it) => it.type === type)
  if (has('iso_timestamp'))
    return fc.date({ min: new Date(0), max: new Date('2199-12-31'), noInvalidDate: true }).map((it) => it.toISOString())
  if (has('iso_date'))
    return fc
      .date({ min: new Date(0), max: new Date('2199-12-31'), noInvalidDate: true })
      .map((it) => it.toISOString().slice(0, 10))
  if (has('url')) return fc.webUrl()
  const maxLength = Math.min(Number(rule('max_length') ?? 24), 24)
  if (has('starts_with'))
    return fc.string({ maxLength: maxLength - 1 }).map((it) => `${String(rule('starts_with'))}${it}`)
  const pattern = steps.find((it) => it.type === 'regex')?.requirement
  if (pattern instanceof RegExp)
    return fc
      .stringMatching(pattern)
      .filter((it) => it.length <= Number(rule('max_length') ?? Number.MAX_SAFE_INTEGER) && passes(it, steps))
  const minLength = has('non_empty') ? 1 : Number(rule('min_length') ?? 0)
  return fc.string({ minLength, maxLength }).filter((it) => !has('trim') || it.trim().length >= minLength)
}

/** Whether a text passes the checks that are functions. */
function passes(text: string, steps: readonly Part[]): boolean {
  return steps.every((it) => it.type !== 'check' || (it.requirement as (text: string) => boolean)(text))
}

function objectOf(entries: Record<string, Part>): fc.Arbitrary<unknown> {
  const names = Object.keys(entries)
  return fc.record(Object.fromEntries(names.map((name) => [name, of(entries[name]!)])), {
    requiredKeys: names.filter((name) => entries[name]!.type !== 'optional'),
  })
}
