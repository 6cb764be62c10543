import { readFileSync } from 'node:fs'
import type { Base } from '#src/ui/look.ts'

export type Scheme = 'light' | 'dark'
type Rgb = readonly [number, number, number]

// A long value stands on several lines in the file; here it is one line.
const css = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8')
  .replaceAll(/\s+/g, ' ')
  .replaceAll('( ', '(')
  .replaceAll(' )', ')')

/** Relative luminance (WCAG 2) of a colour token of tokens.css, as a browser without a wide gamut shows it. */
export function luminanceOf(token: string, scheme: Scheme, base: Base): number {
  const declared = new RegExp(`--color-${token}: ([^;]+);`).exec(css)?.[1]
  if (!declared) throw new Error(`no token --color-${token}`)
  const [r, g, b] = linearRgb(parse(pick(declared, scheme), base))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

function pick(declared: string, scheme: Scheme): string {
  if (!declared.startsWith('light-dark(')) return declared
  const [light = '', dark = ''] = declared.slice('light-dark('.length, -1).split(/, (?=oklch)/)
  return scheme === 'light' ? light : dark
}

interface Lch {
  l: number
  c: number
  h: number
}

function parse(colour: string, { hue, vivid }: Base): Lch {
  const known = colour
    .replaceAll('calc(var(--hue) + 62)', String(hue + 62))
    .replaceAll('calc(var(--hue) - 62)', String(hue - 62))
    .replaceAll('calc(var(--hue) + 140)', String(hue + 140))
    .replaceAll('var(--hue)', String(hue))
    .replace(/calc\(([\d.]+) \* var\(--vivid\)\)/, (_, c: string) => String(Number(c) * vivid))
  const parts = /^oklch\(([\d.]+) ([\d.]+) (-?[\d.]+)\)$/.exec(known)
  if (!parts) throw new Error(`cannot read ${colour}`)
  return { l: Number(parts[1]), c: Number(parts[2]), h: (Number(parts[3]) * Math.PI) / 180 }
}

/** Out of sRGB, browsers reduce chroma (CSS Color 4) or clip channels; at our chroma the results are nearly equal. */
function linearRgb({ l, c, h }: Lch): Rgb {
  for (let chroma = c; chroma > 0; chroma -= 0.004) {
    const rgb = convert(l, chroma, h)
    if (rgb.every((it) => it >= -0.0005 && it <= 1.0005)) return rgb
  }
  return convert(l, 0, h)
}

/** The same where a browser clips each channel instead. */
export function clippedLuminanceOf(token: string, scheme: Scheme, base: Base): number {
  const declared = new RegExp(`--color-${token}: ([^;]+);`).exec(css)?.[1] ?? ''
  const { l, c, h } = parse(pick(declared, scheme), base)
  const [r, g, b] = convert(l, c, h).map((it) => Math.min(1, Math.max(0, it))) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function convert(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
