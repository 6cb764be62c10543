import type { Painter } from '../../../lib/pdf.ts'

/** Pixels per point: as fine as a good printer's resolution. */
const scale = 4
const margin = 2

/**
 * Draws a line of text with the fonts of this device, dark on white; `direction` is the direction of the page's
 * language.
 */
export function textPainter(direction: 'ltr' | 'rtl'): Painter {
  const canvas = document.createElement('canvas')
  const ink = canvas.getContext('2d', { willReadFrequently: true })
  if (!ink) throw new Error('this browser draws nothing')
  return (text, { size, isStrong }) => {
    const prepare = () =>
      Object.assign(ink, {
        font: `${isStrong ? 'bold ' : ''}${size * scale}px system-ui, sans-serif`,
        direction,
        textAlign: 'left',
        textBaseline: 'alphabetic',
      })
    prepare()
    const { actualBoundingBoxLeft, actualBoundingBoxRight, actualBoundingBoxAscent, actualBoundingBoxDescent } =
      ink.measureText(text)
    const above = Math.ceil(Math.max(actualBoundingBoxAscent, size * scale * 0.8)) + margin
    const before = Math.max(0, Math.ceil(actualBoundingBoxLeft))
    canvas.width = Math.max(1, before + Math.ceil(actualBoundingBoxRight))
    canvas.height = above + Math.ceil(Math.max(actualBoundingBoxDescent, size * scale * 0.2)) + margin
    // Setting a canvas's size resets its context.
    prepare()
    ink.fillStyle = '#fff'
    ink.fillRect(0, 0, canvas.width, canvas.height)
    ink.fillStyle = '#000'
    ink.fillText(text, before, above)
    const { data, width, height } = ink.getImageData(0, 0, canvas.width, canvas.height)
    const grey = Uint8Array.from({ length: width * height }, (_, at) => data[at * 4] ?? 255)
    // Browsers that protect against canvas fingerprinting return noise instead.
    if ((grey[0] ?? 0) < 240 || (text.trim() !== '' && !grey.some((it) => it < 128)))
      throw new Error('this browser shows nobody what it draws')
    return { width, height, above, scale, grey }
  }
}
