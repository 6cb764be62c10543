import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { regionList } from '#protocol/addresses.ts'
import { prefix } from '#protocol/headers.ts'
import { bareWorldFor } from '#tests/support/bare-world.ts'
import { oneDatabase } from '#tests/support/databases.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'

describe.each(oneDatabase)('the length of answers, on $name', ({ open }) => {
  const world = bareWorldFor(open, new ManualClock('2026-11-28T06:00:00.000Z'))

  async function ask(path: string, encoding: string) {
    const request = new Request(`http://app.test${prefix}${path}`, { headers: { 'accept-encoding': encoding } })
    const answer = await world.app.fetch(request, { incoming: { socket: { remoteAddress: '127.0.0.1' } } })
    return { headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
  }

  test('a long one is compressed for who reads brotli, and says the same', async () => {
    const path = `${regionList.path}?country=id`
    const plain = await ask(path, 'gzip')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.bytes.length).toBeGreaterThan(1400)
    const packed = await ask(path, 'gzip, deflate, br')
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(packed.headers.get('content-type')).toBe('application/json')
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
    expect(brotliDecompressSync(packed.bytes).toString()).toBe(Buffer.from(plain.bytes).toString())
  })

  test('one that fits into a packet goes as it is', async () => {
    const { headers, bytes } = await ask('no/such/call', 'br')
    expect(headers.get('content-encoding')).toBeNull()
    expect(JSON.parse(Buffer.from(bytes).toString())).toMatchObject({ data: null })
  })
})
