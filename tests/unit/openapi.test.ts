import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { calls } from '#protocol/calls.ts'
import { errors } from '#protocol/errors.ts'
import { areaTexts, callTexts } from '#server/http/call-texts/texts.ts'
import { openapi } from '#server/http/openapi.ts'

const document = openapi(calls)
const operation = (path: string, method: string) => at(document, 'paths', `/wx/${path}`, method)

it('is a valid OpenAPI 3.1 document', async () => {
  const verdict = await new Validator().validate(structuredClone(document))
  expect(verdict.errors ?? []).toEqual([])
  expect(verdict.valid).toBe(true)
  expect(document['openapi']).toMatch(/^3\.1\./)
})

it("keeps to Redocly's recommended rules", async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const found = await lintFromString({ source: JSON.stringify(document), config })
  expect(found.map((it) => `${it.ruleId}: ${it.message} ${it.location[0]?.pointer}`)).toEqual([])
})

// Spectral's own packages tell their maker of every installation, so the rules of `spectral:oas` that Redocly lacks
// stand here.
it('says of every list what is in it', () => {
  const nodes = within(document).filter((it) => it['type'] === 'array' || 'prefixItems' in it)
  expect(nodes.length).toBeGreaterThan(50)
  expect(nodes.filter((it) => typeof it['items'] !== 'object')).toEqual([])
})

it('says of every call and every area what it does, and who may be asked', () => {
  for (const [path, call] of Object.entries(calls)) {
    const { summary, description } = operation(path, call.method.toLowerCase()) as Record<string, string>
    expect(summary, path).toMatch(/^[A-Z][^.]{3,59}$/)
    expect(description, path).toMatch(/^[A-Z`0-9].{9,}\.$/)
  }
  expect(Object.keys(callTexts).toSorted()).toEqual(Object.keys(calls).toSorted())
  const tags = at(document, 'tags') as { name: string; description: string }[]
  expect(tags.map((it) => it.name)).toEqual(Object.keys(areaTexts).toSorted())
  expect(tags.filter((it) => it.description.length < 5)).toEqual([])
  expect(at(openapi(calls, 'https://app.example'), 'info', 'contact', 'url')).toBe(
    'https://app.example/#/pages/my/help',
  )
})

it('describes every call once, each with its own operation id', () => {
  const ids = Object.values(calls).map((call) => at(operation(call.path, call.method.toLowerCase()), 'operationId'))
  expect(new Set(ids).size).toBe(Object.keys(calls).length)
  expect(Object.keys(at(document, 'paths') as object)).toHaveLength(Object.keys(calls).length)
})

it('puts a placeholder in the path, other arguments of a GET in the query, those of a POST in the body', () => {
  expect(at(operation('order/draft/info/{id}', 'get'), 'parameters')).toContainEqual(
    expect.objectContaining({ name: 'id', in: 'path', required: true }),
  )
  expect(at(operation('g/goods/info', 'get'), 'parameters')).toContainEqual(
    expect.objectContaining({ name: 'id', in: 'query', required: true }),
  )
  expect(
    at(operation('order/prepay', 'post'), 'requestBody', 'content', 'application/json', 'schema', 'required'),
  ).toEqual(['draftId', 'wallet', 'expectedPayment', 'risksRead'])
})

it('describes a number as a number, not as the text a query string makes of it', () => {
  const parameters = at(operation('g/coupon/my/list', 'get'), 'parameters')
  expect(parameters).toContainEqual(
    expect.objectContaining({ name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } }),
  )
  expect(parameters).toContainEqual(
    expect.objectContaining({ name: 'days', schema: expect.objectContaining({ enum: [7, 30] }) }),
  )
})

it('asks for a key where an answer is replayed, for a token where a member is needed, and says what waits offline', () => {
  const sign = operation('game/sign', 'post')
  expect(at(sign, 'parameters')).toContainEqual({ $ref: '#/components/parameters/key' })
  expect(at(sign, 'security')).toEqual([{ token: [] }])
  expect(sign).toMatchObject({ 'x-offline': 'queue', 'x-lane': 'check-in' })
  const login = operation('auth/jwscLogin', 'post')
  expect(at(login, 'parameters')).not.toContainEqual({ $ref: '#/components/parameters/key' })
  expect(at(login, 'security')).toContainEqual({})
})

it('lists every rule that can refuse', () => {
  const rules = Object.values(errors)
    .filter((it) => it.http === 200)
    .map((it) => it.errno)
  expect(at(document, 'components', 'schemas', 'RuleRejection', 'properties', 'errno', 'enum')).toEqual(rules)
})

/** Every object of a tree. */
function within(node: unknown): Record<string, unknown>[] {
  if (typeof node !== 'object' || node === null) return []
  const below = Object.values(node).flatMap(within)
  return Array.isArray(node) ? below : [node as Record<string, unknown>, ...below]
}

function at(node: unknown, ...path: string[]): unknown {
  return path.reduce((it, name) => (it as Record<string, unknown> | undefined)?.[name], node)
}
