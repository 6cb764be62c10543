import { expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallPath } from '#protocol/calls.ts'
import { served } from '#server/features/served.ts'
import { root } from '#server/install.mjs'
import { askedBy } from '#server/cli/callers.ts'

const decision = readFileSync(join(root, 'docs/decisions/0033-one-read-a-fact.md'), 'utf8')
const forOthers = [...decision.matchAll(/^\| `([^`]+)` +\| /gm)].map(([, path]) => path as CallPath)

test('every served call is asked for by the app, or a decision says that it is for other clients', async () => {
  const asked = await askedBy()
  const memberCalls = served.filter(({ call }) => call.who !== 'operator').map(({ call }) => call.path)
  expect(memberCalls.filter((path) => asked[path] === undefined && !forOthers.includes(path))).toEqual([])
  expect(forOthers).toHaveLength(12)
  expect(forOthers.filter((path) => !memberCalls.includes(path) || asked[path] !== undefined)).toEqual([])
})
