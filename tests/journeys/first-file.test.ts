import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '#server/install.mjs'
import { size } from '#tests/bench/size.ts'

// Of the finished build, without a browser.
const mostKilobytes = 120
const dist = join(root, 'dist')
const precached = [...readFileSync(join(dist, 'sw.js'), 'utf8').matchAll(/"?url"?:"([^"]+)"/g)].map(([, file = '']) => file)

describe('the first file', () => {
  test(`and its text are at most ${mostKilobytes} kB of JavaScript on the wire`, async () => {
    const [scripts] = await size()
    expect(scripts).toMatchObject({ unit: 'kB' })
    expect(scripts!.value).toBeGreaterThan(50)
    expect(scripts!.value).toBeLessThanOrEqual(mostKilobytes)
  })

  // lingui.config.ts lists whose text travels with it.
  test.each(['en', 'id'])('finds all that it says in its own text: %s', (language) => {
    const said = [...read('first').matchAll(/\bid:[`"']([\w+/-]{6}|title\.[^`"']+)[`"']/g)].map(([, id = '']) => id)
    expect(said.length).toBeGreaterThan(100)
    const text = read(`text-${language}-first`)
    expect(said.filter((id) => !text.includes(`"${id}":`))).toEqual([])
  })
})

/** The newest build's file; those of the releases before lie beside it. */
function read(name: string): string {
  const file = precached.find((it) => it.startsWith(`assets/${name}-`) && it.endsWith('.js') && !it.includes('first-calls'))
  return readFileSync(join(dist, file ?? `there is no ${name}`), 'utf8')
}
