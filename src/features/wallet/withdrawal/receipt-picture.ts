import type { Receipt } from './receipt.ts'

const width = 1080
const margin = 80

/** The receipt as a PNG in this device's fonts, dark on white in every theme. Rejects where nothing can be drawn. */
export async function receiptPicture({ title, amount, state, rows, notes, isFromRight }: Receipt): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = 460 + rows.length * 88 + notes.length * 48
  const ink = canvas.getContext('2d')
  if (!ink) throw new Error('this browser draws nothing')
  ink.fillStyle = '#fff'
  ink.fillRect(0, 0, width, canvas.height)
  ink.direction = isFromRight ? 'rtl' : 'ltr'
  const [start, end] = isFromRight ? [width - margin, margin] : [margin, width - margin]
  const say = (text: string, y: number, size: number, { isStrong = false, isAtEnd = false, isSoft = false } = {}) => {
    ink.font = `${isStrong ? '600 ' : ''}${size}px system-ui, sans-serif`
    ink.fillStyle = isSoft ? '#5b6470' : '#10151b'
    ink.textAlign = isAtEnd ? 'end' : 'start'
    ink.fillText(text, isAtEnd ? end : start, y, isAtEnd ? width - 2 * margin - 320 : width - 2 * margin)
  }
  say('Voltfolio', 120, 40, { isStrong: true })
  say(title, 180, 36, { isSoft: true })
  say(amount, 300, 88, { isStrong: true })
  say(state, 360, 38)
  let y = 460
  for (const { name, value } of rows) {
    say(name, y, 32, { isSoft: true })
    say(value, y, 32, { isAtEnd: true })
    ink.fillStyle = '#dfe3e8'
    ink.fillRect(margin, y + 28, width - 2 * margin, 2)
    y += 88
  }
  for (const text of notes) {
    say(text, y, 28, { isSoft: true })
    y += 48
  }
  return await new Promise((made, fail) => {
    canvas.toBlob((it) => (it ? made(it) : fail(new Error('no picture was made'))), 'image/png')
  })
}
