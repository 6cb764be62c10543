import { outlinesOf } from './outlines.ts'
import { field, type Stroke } from './signature.ts'

/** Size of a cell of the grid on which a name is written, in units of the signature's field. */
const scale = 2
const [width, height] = [field.width / scale, field.height / scale]
const margin = 16
const tallest = 110

/** A typed name as strokes, drawn in the device's handwriting font, in any script. Empty where nothing can be drawn. */
export function writtenName(name: string): Stroke[] {
  const text = name.trim()
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (text === '' || !pen) return []
  const fontOf = (size: number) => `italic ${size}px "Segoe Script", "Snell Roundhand", "Brush Script MT", cursive`
  pen.font = fontOf(tallest)
  const size = Math.floor(Math.min(tallest, (tallest * (width - 2 * margin)) / pen.measureText(text).width))
  pen.font = fontOf(size)
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(text, width / 2, height / 2)
  const { data } = pen.getImageData(0, 0, width, height)
  const isInk = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && (data[(y * width + x) * 4 + 3] ?? 0) > 127
  return outlinesOf(isInk, width, height, scale)
}
