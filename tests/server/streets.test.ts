import { describe, expect, test } from 'vitest'
import type { Answer } from '#protocol/call.ts'
import type { streets } from '#protocol/locations.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { databases } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

const clock = new ManualClock('2026-11-23T06:00:00.000Z')
const demoTiles = new URL('../../server/demo-streets.pmtiles', import.meta.url).pathname

describe.each(databases.slice(0, 1))('the call that names the streets, on $name', ({ open }) => {
  const without = bareWorldFor(open, clock, {})
  const withStreets = bareWorldFor(open, clock, { TILES: demoTiles })
  const get = ({ app }: typeof without, path: string, headers: Record<string, string> = {}) =>
    app.fetch(new Request(`http://app.test${path}`, { headers }), {
      incoming: { socket: { remoteAddress: '127.0.0.1', remotePort: 1, remoteFamily: 'IPv4' } },
    })
  const ask = async (world: typeof without) =>
    ((await (await get(world, '/wx/map/streets')).json()) as { data: Answer<typeof streets> }).data.archive

  test('has none where the operator has none, and nothing is served there', async () => {
    expect(await ask(without)).toBeNull()
    expect((await get(without, '/wx/street-tiles/any.pmtiles')).status).toBe(404)
  })

  test('names the address at which ranges are served, behind the headers of the app', async () => {
    const archive = await ask(withStreets)
    expect(archive).toMatchObject({ attribution: '', isInvented: true })
    const range = await get(withStreets, archive?.address ?? '', { range: 'bytes=0-6' })
    expect(range.status).toBe(206)
    expect(await range.text()).toBe('PMTiles')
    expect(range.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })
})
