/** Vector tiles of streets. Degrees; zooms as in any street map. */
export interface StreetTiles {
  minZoom: number
  maxZoom: number
  /** West, south, east, north. */
  bounds: [number, number, number, number]
  /** The uncompressed tile, empty where there is none. Rejects where it can't be had now. */
  tile(z: number, x: number, y: number): Promise<ArrayBuffer>
}
