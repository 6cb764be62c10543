/** Sketches that stand behind a machine. */
export const backdrops = [
  'place-towers',
  'place-hills',
  'place-palms',
  'place-harbour',
  'place-rooftops',
  'place-park',
] as const

/** A product's own colour (a hue in degrees) and backdrop, by its name: the same on every screen and device. */
export function liveryOf(name: string): { hue: number; backdrop: (typeof backdrops)[number] } {
  let hash = seed
  for (const sign of name) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return { hue: ((hash >>> 8) % 12) * 30, backdrop: backdrops[(hash >>> 20) % backdrops.length] ?? backdrops[0] }
}

// Chosen so that products of the demonstration that share a machine's drawing are far apart on the colour circle.
const seed = 15_387
