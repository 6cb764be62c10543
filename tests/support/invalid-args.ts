import * as fc from 'fast-check'
import * as v from 'valibot'
import type { Call } from '#protocol/call.ts'
import { arbitraryOf } from './arbitrary-of.ts'

type Args = Record<string, unknown>
type Form = v.GenericSchema & { entries: Record<string, v.GenericSchema> }

/** Values that hardly any field accepts. */
export const junk = fc.oneof(
  fc.constant(null),
  fc.constant(-1),
  fc.constant(0.5),
  fc.constant(1e300),
  fc.constant(''),
  fc.constant('\u0000'),
  fc.constant("'; drop table member; --"),
  fc.constant([]),
  fc.constant({}),
  fc.constant([[]]),
  fc.boolean(),
  fc.string({ maxLength: 40 }),
  fc.integer(),
  fc.constant('x'.repeat(3000)),
  fc.constant({ __proto__: null, toString: 1 }),
)
/** Marks a field that is left out. */
const missing = Symbol('missing')

/** Every field of a call's arguments; where they come in several forms, of each form. */
export function fieldsOf({ path, args }: Call): { form: Form; field: string }[] {
  const forms = ('options' in args ? args.options : 'entries' in args ? [args] : undefined) as Form[] | undefined
  if (!forms) throw new Error(`the arguments of ${path} are of an unknown kind`)
  return forms.flatMap((form) => Object.keys(form.entries).map((field) => ({ form, field })))
}

/** Valid arguments except for one field, which is missing or invalid. Throws where a field accepts everything. */
export function invalidArgsOf(call: Call, { form, field }: { form: Form; field: string }): fc.Arbitrary<Args> {
  // The generator knows no rules between fields (a span that must not be empty), so its values are filtered.
  const good = arbitraryOf(form).filter((args) => v.safeParse(form, args).success)
  const some = fc.tuple(good, fc.oneof(fc.constant(missing), junk)).map(([valid, value]): Args => {
    const { [field]: _good, ...others } = valid as Args
    return value === missing ? others : { ...others, [field]: value }
  })
  const isRejected = (args: Args) => isSendable(call, args) && !v.safeParse(call.args, received(call, args)).success
  if (!fc.sample(some, 300).some(isRejected)) throw new Error(`nothing is wrong for ${field} of ${call.path}`)
  return some.filter(isRejected)
}

/** A call's path with its arguments filled in. */
export function pathFor({ path }: Call, args: Args): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(written(args[name])))
}

const placesIn = ({ path }: Call): string[] => Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
const written = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** A path with an empty, `.` or `..` segment is another path. */
function isSendable(call: Call, args: Args): boolean {
  return placesIn(call).every((name) => !['', '.', '..'].includes(written(args[name])))
}

/** Arguments as the server receives them: in a query or path every value is text. */
function received(call: Call, args: Args): Args {
  const inPath = new Set(placesIn(call))
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [
            [
              name,
              call.method === 'GET' || call.mostBodyBytes !== undefined || inPath.has(name) ? written(value) : value,
            ],
          ],
    ),
  )
}
