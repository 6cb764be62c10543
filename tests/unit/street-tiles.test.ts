import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { Compression, PMTiles, tileIdToZxy } from 'pmtiles'
import { afterAll, describe, expect, test } from 'vitest'
import { openStreetTiles } from '#src/cache/streets/street-tiles.ts'
import { openRangeStore, type RangeStore } from '#src/cache/streets/range-store.ts'
import { readConfig } from '#server/config.ts'
import { openArchive } from '#server/http/street-archive.ts'
import { archiveAddress, streetTiles } from '#server/http/street-tiles.ts'
import { ManualClock } from '#tests/support/manual-clock.ts'
import { demoStreets } from '../../build/demo-streets/demo-streets.ts'

const demo = readConfig({}).tiles ?? 'the demonstration has streets'
const bytes = readFileSync(demo)
const folder = mkdtempSync(join(tmpdir(), 'voltfolio-streets-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The tile with Sudirman in Jakarta, where demo machines stand. */
const sudirman = [13, 6526, 4237] as const

describe('the archive of the demonstration', () => {
  test('is what the script draws, byte for byte but for the compression', async () => {
    const [kept, made] = await Promise.all([bytes, demoStreets()].map(contentOf))
    expect(kept!.size).toBeGreaterThan(150)
    expect(made).toEqual(kept)
  })

  test('is small enough to lie in the repository', () => {
    expect(bytes.length).toBeLessThan(300_000)
  })
})

describe('TILES', () => {
  test('is a path within the data directory or an absolute one, and off where it is not set', () => {
    expect(readConfig({ DEMO: '0' }).tiles).toBeUndefined()
    expect(readConfig({ TILES: '0' }).tiles).toBeUndefined()
    expect(readConfig({ DEMO: '0', DATA_DIR: '/data', TILES: 'java.pmtiles' }).tiles).toBe('/data/java.pmtiles')
    expect(readConfig({ DEMO: '0', DATA_DIR: '/data', TILES: '/maps/java.pmtiles' }).tiles).toBe('/maps/java.pmtiles')
  })

  test('is refused with what is wrong: a file that is none, of another kind, or cut short', () => {
    const written = (name: string, change: (copy: Buffer) => void) => {
      const copy = Buffer.from(bytes)
      change(copy)
      writeFileSync(join(folder, name), copy)
      return join(folder, name)
    }
    expect(() => openArchive(join(folder, 'nowhere'))).toThrow('cannot be opened')
    expect(() => openArchive(import.meta.filename)).toThrow('is no PMTiles archive')
    expect(() => openArchive(written('2', (it) => (it[7] = 2)))).toThrow('version 2')
    expect(() => openArchive(written('png', (it) => (it[99] = 2)))).toThrow('pictures')
    expect(() => openArchive(written('brotli', (it) => (it[98] = Compression.Brotli)))).toThrow('gzip')
    const short = written('short', () => {})
    truncateSync(short, 5000)
    expect(() => openArchive(short)).toThrow('cut short: 5000 bytes of')
    const other = archiveWith({ vector_layers: [{ id: 'transportation' }] })
    expect(() => openArchive(other)).toThrow('schema of Protomaps')
  })

  test('tells who drew the streets, as text', () => {
    const attribution = '<a href="https://www.openstreetmap.org/copyright">&copy; OpenStreetMap</a>'
    const opened = openArchive(archiveWith({ attribution, vector_layers: [{ id: 'roads' }] }))
    expect(opened).toMatchObject({ attribution: '© OpenStreetMap', isInvented: false })
    expect(openArchive(demo)).toMatchObject({ attribution: '', isInvented: true })
    expect(opened.version).not.toBe(openArchive(demo).version)
  })
})

describe('ranges of the archive', () => {
  const archive = openArchive(demo)
  const app = new Hono().get(
    '/wx/street-tiles/:name',
    streetTiles(archive, () => {}),
  )
  const get = (headers: Record<string, string>, method = 'GET', path = archiveAddress(archive)) =>
    app.request(`http://app.example${path}`, { method, headers })

  test.each([
    ['bytes=0-99', 0, 100],
    ['bytes=1000-1000', 1000, 1],
    ['bytes=-50', bytes.length - 50, 50],
    [`bytes=${bytes.length - 10}-`, bytes.length - 10, 10],
    [`bytes=${bytes.length - 10}-999999999`, bytes.length - 10, 10],
  ])('%s', async (range, start, length) => {
    const answer = await get({ range })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${start + length - 1}/${bytes.length}`)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes.subarray(start, start + length))
  })

  test.each([
    `bytes=${bytes.length}-`,
    'bytes=9-3',
    'bytes=-0',
    'bytes=-',
    'bytes=0-1,5-6',
    'bytes=a-b',
    'lines=0-9',
    'everything',
    'bytes=0-99999999999999999999',
  ])('%s is none: 416, without the file', async (range) => {
    const answer = await get({ range })
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toBe(`bytes */${bytes.length}`)
    expect(await answer.text()).toBe('')
  })

  test('the file is never sent whole: not without a range, not where it is another one by now', async () => {
    const whole = await get({})
    expect(whole.status).toBe(400)
    expect((await whole.text()).length).toBeLessThan(100)
    expect((await get({ range: 'bytes=0-9', 'if-range': '"older"' })).status).toBe(412)
    expect((await get({ range: 'bytes=0-9', 'if-range': `"${archive.version}"` })).status).toBe(206)
    expect((await get({ range: 'bytes=0-9' }, 'GET', '/wx/street-tiles/older.pmtiles')).status).toBe(404)
  })

  test('more than 4 MiB at once is refused', async () => {
    const long = join(folder, 'long')
    writeFileSync(long, Buffer.concat([bytes, Buffer.alloc(5 * 1024 * 1024)]))
    const large = openArchive(long)
    const other = new Hono().get(
      '/wx/street-tiles/:name',
      streetTiles(large, () => {}),
    )
    const ask = (range: string) => other.request(`http://app.example${archiveAddress(large)}`, { headers: { range } })
    expect((await ask('bytes=0-')).status).toBe(416)
    expect((await ask(`bytes=0-${4 * 1024 * 1024}`)).status).toBe(416)
    expect((await ask(`bytes=0-${4 * 1024 * 1024 - 1}`)).status).toBe(206)
  })

  test('HEAD tells length and tag', async () => {
    const answer = await get({}, 'HEAD')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    expect(answer.headers.get('accept-ranges')).toBe('bytes')
    expect(answer.headers.get('etag')).toBe(`"${archive.version}"`)
    expect(await answer.text()).toBe('')
  })
})

describe('streets on the device', () => {
  const clock = new ManualClock('2026-11-23T06:00:00.000Z')
  const storeOf = (cap: number, indexedDB = new IDBFactory()) => openRangeStore(cap, clock, { indexedDB, IDBKeyRange })
  const served = async (_: string, offset: number, length: number) => copyOf(bytes.subarray(offset, offset + length))
  const unreachable = () => Promise.reject(new Error('no network'))

  test('a tile that was seen is there without a network, another one is not', async () => {
    const indexedDB = new IDBFactory()
    const online = await openStreetTiles('/a', storeOf(1e6, indexedDB), served)
    const seen = await online.tile(...sudirman)
    expect(seen.byteLength).toBeGreaterThan(1000)
    await expect.poll(async () => (await keysIn(indexedDB)).length).toBe(2)
    const offline = await openStreetTiles('/a', storeOf(1e6, indexedDB), unreachable)
    expect(offline).toMatchObject({ minZoom: 0, maxZoom: 13 })
    expect(await offline.tile(...sudirman)).toEqual(seen)
    await expect(offline.tile(13, 6527, 4237)).rejects.toThrow('no network')
  })

  test('what the archive does not have is empty', async () => {
    const tiles = await openStreetTiles('/a', storeOf(1e6), served)
    expect((await tiles.tile(13, 0, 0)).byteLength).toBe(0)
  })

  test('a store that could not be opened once is opened by the next use', async () => {
    const indexedDB = new IDBFactory()
    let fails = true
    const store = openRangeStore(1e6, clock, {
      IDBKeyRange,
      get indexedDB() {
        if (fails) throw new TypeError('Failed to fetch dynamically imported module')
        return indexedDB
      },
    })
    await expect(store.read('a')).rejects.toThrow('Failed to fetch')
    fails = false
    await store.write('a', copyOf(bytes.subarray(0, 3)))
    expect((await store.read('a'))?.byteLength).toBe(3)
  })

  test('a header that failed once is asked for again', async () => {
    const store = storeOf(1e6)
    await expect(openStreetTiles('/a', store, unreachable)).rejects.toThrow('no network')
    await openStreetTiles('/a', store, served)
  })

  test('the least recently used go above the cap', async () => {
    const indexedDB = new IDBFactory()
    const store = storeOf(3000, indexedDB)
    for (const name of ['a', 'b', 'c']) {
      await store.write(name, new ArrayBuffer(1000))
      clock.advance(7_200_000)
    }
    await store.read('a')
    await store.write('d', new ArrayBuffer(1000))
    expect(await keysIn(indexedDB)).toEqual(['a', 'c', 'd'])
  })

  test('an archive that is no longer served leaves nothing behind', async () => {
    const indexedDB = new IDBFactory()
    const store = storeOf(1e6, indexedDB)
    await (await openStreetTiles('/old', store, served)).tile(...sudirman)
    await openStreetTiles('/new', store, served)
    await expect.poll(async () => (await keysIn(indexedDB)).filter((it) => it.startsWith('/old'))).toEqual([])
  })

  test('without a database they come from the network', async () => {
    const broken: RangeStore = { read: unreachable, write: unreachable, keepOnly: unreachable }
    const tiles = await openStreetTiles('/a', broken, served)
    expect((await tiles.tile(...sudirman)).byteLength).toBeGreaterThan(1000)
  })
})

async function keysIn(indexedDB: IDBFactory): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('voltfolio-streets')
    opening.onerror = () => reject(new Error('not opened'))
    opening.onsuccess = () => {
      const asking = opening.result.transaction('ranges').objectStore('ranges').getAllKeys()
      asking.onsuccess = () => {
        opening.result.close()
        resolve(asking.result as string[])
      }
    }
  })
}

/** Every tile by its id, uncompressed, with what the archive says of itself. */
async function contentOf(archive: Uint8Array) {
  const whole = new PMTiles({
    getKey: () => '',
    getBytes: async (offset, length) => ({ data: copyOf(archive.subarray(offset, offset + length)) }),
  })
  const header = await whole.getHeader()
  const { rootDirectoryOffset, rootDirectoryLength } = header
  const entries = await whole.cache.getDirectory(whole.source, rootDirectoryOffset, rootDirectoryLength, header)
  const tiles = entries.map(async ({ tileId, offset, length }) => {
    const at = header.tileDataOffset + offset
    const zxy = tileIdToZxy(tileId)
    const data = await whole.getZxy(...zxy)
    const stored = gunzipSync(archive.subarray(at, at + length))
    expect(Buffer.from(data!.data).equals(stored)).toBe(true)
    return [zxy.join('/'), stored.toString('base64')] as const
  })
  return new Map<string, unknown>([...(await Promise.all(tiles)), ['metadata', await whole.getMetadata()]])
}

/** The archive of the demonstration with other words about itself, at its end. */
function archiveWith(metadata: object): string {
  const about = Buffer.from(JSON.stringify(metadata))
  const copy = Buffer.concat([bytes, about])
  // Uncompressed, as the directory then is taken for; only its bytes count here.
  copy[97] = Compression.None
  copy.writeBigUInt64LE(BigInt(bytes.length), 24)
  copy.writeBigUInt64LE(BigInt(about.length), 32)
  const path = join(folder, `about-${about.length}`)
  writeFileSync(path, copy)
  return path
}

function copyOf(part: Uint8Array): ArrayBuffer {
  return Uint8Array.from(part).buffer
}
