import { PMTiles, ResolvedValueCache } from 'pmtiles'
import { fetchRange } from '../../api/ranges.ts'
import { systemClock } from '../../lib/clock.ts'
import { reported } from '../../lib/report.ts'
import type { StreetTiles } from '../../lib/street-tiles.ts'
import { caps } from '../placement.ts'
import { openRangeStore, type RangeStore } from './range-store.ts'

export { fetchBuildFile } from '../../api/build-file.ts'

type Fetch = (address: string, offset: number, length: number) => Promise<ArrayBuffer>

/** The archive at an address of our server. What is read of it is stored on this device first, then asked for. */
export async function openStreetTiles(
  address: string,
  store: RangeStore = openRangeStore(caps.streets, systemClock),
  load: Fetch = fetchRange,
): Promise<StreetTiles> {
  const asked = new Map<string, Promise<ArrayBuffer>>()

  async function stored(key: string, offset: number, length: number): Promise<ArrayBuffer> {
    const found = await store.read(key).catch(reported('streets: read'))
    if (found) return found
    const bytes = await load(address, offset, length)
    store.write(key, bytes).catch(reported('streets: store'))
    return bytes
  }

  // Neighbouring tiles ask for the same directory at once.
  function read(offset: number, length: number): Promise<ArrayBuffer> {
    const key = `${address}?${offset}+${length}`
    const found = asked.get(key) ?? stored(key, offset, length).finally(() => asked.delete(key))
    asked.set(key, found)
    return found
  }

  const archive = new PMTiles(
    { getKey: () => address, getBytes: async (offset, length) => ({ data: await read(offset, length) }) },
    // The library's usual cache keeps failures too, so that a header that failed once would be missing for ever.
    new ResolvedValueCache(),
  )
  const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = await archive.getHeader()
  store.keepOnly(`${address}?`).catch(reported('streets: tidy'))
  return {
    minZoom,
    maxZoom,
    bounds: [minLon, minLat, maxLon, maxLat],
    tile: async (z, x, y) => (await archive.getZxy(z, x, y))?.data ?? new ArrayBuffer(0),
  }
}
