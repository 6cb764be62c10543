import { toJsonSchema } from '@valibot/to-json-schema'
import type { Call } from '#protocol/call.ts'

export type JsonSchema = ReturnType<typeof toJsonSchema>
type Override = NonNullable<NonNullable<Parameters<typeof toJsonSchema>[1]>['overrideSchema']>

/** What is sent, before any transformation, as JSON Schema 2020-12 without its `$schema` line. */
export function jsonSchemaOf(schema: Call['args']): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    ignoreActions,
    overrideSchema: (of) => withoutQuerySpelling(of) ?? openTuple(of),
  })
  return rest
}

/**
 * JSON Schema can't express trimming, and `finite` and `check` repeat bounds or formats that are stated beside them.
 */
const ignoreActions = ['trim', 'to_upper_case', 'finite', 'check']

/**
 * A query string spells numbers, flags and lists as text. The schema shows the type that is meant, without that
 * spelling.
 */
const withoutQuerySpelling: Override = ({ valibotSchema, jsonSchema }) => {
  if (!isUnion(valibotSchema)) return undefined
  const kept = (jsonSchema.anyOf ?? []).filter((_, at) => !transforms(valibotSchema.options[at]))
  return kept.length === 1 && typeof kept[0] === 'object' ? kept[0] : { ...jsonSchema, anyOf: kept }
}

/** Further elements of a tuple are dropped. A schema that says nothing of them is an error to many readers. */
const openTuple: Override = ({ jsonSchema }) =>
  jsonSchema.prefixItems !== undefined && jsonSchema.items === undefined ? { ...jsonSchema, items: {} } : undefined

function isUnion(schema: object): schema is { type: 'union'; options: readonly object[] } {
  return 'type' in schema && schema.type === 'union' && 'options' in schema
}

function transforms(option: object | undefined): boolean {
  return (
    option !== undefined &&
    'pipe' in option &&
    Array.isArray(option.pipe) &&
    option.pipe.some((it: unknown) => typeof it === 'object' && it !== null && 'type' in it && it.type === 'transform')
  )
}
