/** In a tile: x to the right, y down. */
export type TilePoint = readonly [x: number, y: number]

export interface TileFeature {
  layer: string
  shape: 'area' | 'outside' | 'line' | 'point'
  tags: Readonly<Record<string, string>>
  parts: readonly (readonly TilePoint[])[]
}

const kinds = { point: 1, line: 2, area: 3, outside: 3 } as const

/** Mapbox Vector Tile 2.1: layers in the order in which they first appear, values as strings only. */
export function encodeTile(features: readonly TileFeature[], extent: number): Uint8Array {
  const names = [...new Set(features.map((it) => it.layer))]
  return bytes(
    names.map((name) =>
      field(
        3,
        layerOf(
          name,
          features.filter((it) => it.layer === name),
          extent,
        ),
      ),
    ),
  )
}

function layerOf(name: string, features: readonly TileFeature[], extent: number): Uint8Array {
  const keys = [...new Set(features.flatMap((it) => Object.keys(it.tags)))]
  const values = [...new Set(features.flatMap((it) => Object.values(it.tags)))]
  return bytes([
    field(1, text(name)),
    ...features.map(({ tags, shape, parts }) =>
      field(
        2,
        bytes([
          field(
            2,
            bytes(
              Object.entries(tags).flatMap(([key, value]) => [
                varint(keys.indexOf(key)),
                varint(values.indexOf(value)),
              ]),
            ),
          ),
          number(3, kinds[shape]),
          field(4, geometry(parts, shape)),
        ]),
      ),
    ),
    ...keys.map((it) => field(3, text(it))),
    ...values.map((it) => field(4, field(1, text(it)))),
    number(5, extent),
    number(15, 2),
  ])
}

/** Commands (1 move, 2 draw, 7 close) and steps from point to point, as whole numbers with the sign in the last bit. */
function geometry(parts: readonly (readonly TilePoint[])[], shape: TileFeature['shape']): Uint8Array {
  let [x, y] = [0, 0]
  const step = ([toX, toY]: TilePoint): Uint8Array[] => {
    const by = [toX - x, toY - y]
    ;[x, y] = [toX, toY]
    return by.map((it) => varint(((it << 1) ^ (it >> 31)) >>> 0))
  }
  return bytes(
    parts.flatMap(([first, ...others]) => [
      varint((1 << 3) | 1),
      ...step(first!),
      ...(others.length === 0 ? [] : [varint((others.length << 3) | 2), ...others.flatMap(step)]),
      ...(kinds[shape] === 3 ? [varint((1 << 3) | 7)] : []),
    ]),
  )
}

/** Protocol Buffers: a number of 7 bits a byte, the lowest first. */
export function varint(value: number): Uint8Array {
  const out: number[] = []
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) out.push((rest % 128) | 128)
  return Uint8Array.from([...out, rest])
}

function field(tag: number, content: Uint8Array): Uint8Array {
  return bytes([varint((tag << 3) | 2), varint(content.length), content])
}

function number(tag: number, value: number): Uint8Array {
  return bytes([varint(tag << 3), varint(value)])
}

function text(it: string): Uint8Array {
  return new TextEncoder().encode(it)
}

export function bytes(parts: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(parts)
}
