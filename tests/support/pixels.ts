import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { root } from '#server/install.mjs'
import { textLines, type Box } from './visible-text.ts'

/** Screenshots for people to look at; the next run overwrites them. */
const folder = join(root, '.tmp/gallery-pictures')

/** A screenshot of the whole page, with its bars at the edges. */
export async function photograph(page: Page, name: string): Promise<Buffer> {
  const { width = 0 } = page.viewportSize() ?? {}
  // Sticky bars would lie in the middle of a screenshot that is taller than the window.
  await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) })
  const picture = await page.screenshot()
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.png`), picture)
  return picture
}

/** Text whose rendered pixels have less contrast with their background than WCAG 2.2 demands. */
export async function lowContrastText(
  page: Page,
  canvasPage: Page,
  picture: Buffer,
  within?: string,
): Promise<string[]> {
  const lines = (await textLines(page, within)).filter((it) => it.contrast > 0)
  const measured = await canvasPage.evaluate(contrasts, {
    picture: picture.toString('base64'),
    boxes: lines.map((it) => it.box),
    scale: await page.evaluate(() => devicePixelRatio),
  })
  // Antialiasing mixes a thin stroke with its background: its darkest pixel may be paler than its colour.
  return lines.flatMap(({ text, contrast }, index) =>
    (measured[index] ?? 0) < contrast * 0.9
      ? [`${text}: ${measured[index]?.toFixed(2)} where ${contrast} is asked for`]
      : [],
  )
}

/** Number of pixels of a box that differ by 3:1 or more between two screenshots; the second shows only the box. */
export function changedPixels(
  canvasPage: Page,
  before: Buffer,
  after: Buffer,
  box: Box,
  scale: number,
): Promise<number> {
  return canvasPage.evaluate(changes, {
    before: before.toString('base64'),
    after: after.toString('base64'),
    box,
    scale,
  })
}

async function contrasts({
  picture,
  boxes,
  scale,
}: {
  picture: string
  boxes: Box[]
  scale: number
}): Promise<number[]> {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob())
  const pen = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true })!
  pen.drawImage(image, 0, 0)
  const linear = Array.from({ length: 256 }, (_, byte) =>
    byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
  )
  const lightOf = (colour: number) =>
    0.2126 * linear[colour & 255]! + 0.7152 * linear[(colour >> 8) & 255]! + 0.0722 * linear[(colour >> 16) & 255]!
  return boxes.map(({ x, y, width, height }) => {
    const { data } = pen.getImageData(
      Math.round(x * scale),
      Math.round(y * scale),
      Math.max(1, Math.round(width * scale)),
      Math.max(1, Math.round(height * scale)),
    )
    // Text has few colours: each is counted once, and its light computed once. The bytes are red, green, blue, alpha.
    const often = new Map<number, number>()
    for (const colour of new Uint32Array(data.buffer)) often.set(colour, (often.get(colour) ?? 0) + 1)
    const [ground] = [...often].reduce((most, it) => (it[1] > most[1] ? it : most), [0, 0])
    const around = lightOf(ground)
    return [...often.keys()]
      .map(lightOf)
      .reduce((most, it) => Math.max(most, (Math.max(it, around) + 0.05) / (Math.min(it, around) + 0.05)), 1)
  })
}

async function changes({
  before,
  after,
  box,
  scale,
}: {
  before: string
  after: string
  box: Box
  scale: number
}): Promise<number> {
  const pixels = async (picture: string, x: number, y: number) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob())
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d')!
    pen.drawImage(image, 0, 0)
    return pen.getImageData(
      Math.round(x * scale),
      Math.round(y * scale),
      Math.round(box.width * scale),
      Math.round(box.height * scale),
    ).data
  }
  const [was, is] = await Promise.all([pixels(before, box.x, box.y), pixels(after, 0, 0)])
  const linear = (byte: number) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4)
  const light = (data: Uint8ClampedArray, at: number) =>
    0.2126 * linear(data[at]!) + 0.7152 * linear(data[at + 1]!) + 0.0722 * linear(data[at + 2]!) + 0.05
  let changed = 0
  for (let at = 0; at < was.length; at += 4) {
    const [one, other] = [light(was, at), light(is, at)]
    if (Math.max(one, other) / Math.min(one, other) >= 3) changed += 1
  }
  return changed
}
