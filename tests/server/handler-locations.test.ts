import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { handlerLocations } from '#server/cli/handler-locations.ts'
import { served } from '#server/features/served.ts'
import type { Handler } from '#server/http/handler.ts'
import { root } from '#server/install.mjs'

const locations = await handlerLocations()
const servedPaths = served.map((it) => it.call.path).toSorted()

test('every handler in the sources is served, and every served call has its handler there', () => {
  expect(Object.keys(locations).toSorted()).toEqual(servedPaths)
})

test('a location names the line on which the handler begins', () => {
  for (const { file, line } of Object.values(locations))
    expect(readFileSync(join(root, file), 'utf8').split('\n')[line - 1]).toContain('handle(')
})

test("an area's calls.ts lists every handler of its folder by name", async () => {
  for (const contents of globSync('server/features/*/calls.ts', { cwd: root })) {
    const folder = dirname(contents)
    const exported = Object.values((await import(join(root, contents))) as Record<string, readonly Handler[]>)
    const inFolder = Object.entries(locations).filter(([, { file }]) => file.startsWith(`${folder}/`))
    expect(exported.flatMap((handlers) => handlers.map((it) => it.call.path)).toSorted(), folder).toEqual(
      inFolder.map(([path]) => path).toSorted(),
    )
    expect(readFileSync(join(root, contents), 'utf8'), folder).not.toMatch(/\.\.\.\w+Calls/)
  }
})
