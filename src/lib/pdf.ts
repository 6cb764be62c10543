import { hexText, isPlain, literal, plainWidth } from './pdf-text.ts'

/**
 * Text on a page. `x` and `y` are points from the page's upper left corner to the beginning of the line, or to its end
 * with `isAtEnd`. Text wider than `most` is set narrower.
 */
export interface Words {
  x: number
  y: number
  text: string
  size: number
  isStrong?: boolean
  isAtEnd?: boolean
  most?: number
}
/** A thin horizontal line. */
export interface Rule {
  x: number
  y: number
  width: number
}
export interface PdfPage {
  words: readonly Words[]
  rules: readonly Rule[]
}

/** A line of text as a picture: grey pixels row by row, `scale` pixels a point; `above` is the baseline's row. */
export interface Painted {
  width: number
  height: number
  above: number
  scale: number
  grey: Uint8Array
}
export type Painter = (text: string, style: { size: number; isStrong: boolean }) => Painted

/** A4 in points. */
export const paper = { width: 595, height: 842 }

export interface PdfOptions {
  title: string
  /** The language of its words, `zh-Hans`. */
  language: string
  /** Draws text that the fonts of every PDF reader can't show. */
  paint: Painter
}

/**
 * A PDF (1.7) of pages of text. ASCII is written in Helvetica. Any other line is drawn by `paint` once and inserted as
 * a picture wherever it occurs, with its text for search, copying and reading aloud. No font is embedded, and every
 * script looks as this device shows it.
 */
export async function pdfOf(pages: readonly PdfPage[], { title, language, paint }: PdfOptions): Promise<Blob> {
  const file = createFile()
  const fonts = await Promise.all(
    ['Helvetica', 'Helvetica-Bold'].map((name) =>
      file.add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`),
    ),
  )
  const drawings = createDrawings(file, paint)
  const tree = file.reserve()
  const kids: number[] = []
  for (const page of pages) {
    const used = new Map<string, number>()
    const parts: string[] = []
    for (const it of page.words) parts.push(isPlain(it.text) ? plainWords(it) : await drawnWords(it, drawings, used))
    const content = await file.addStream('', bytesOf([...parts, ...page.rules.map(ruleLine)].join('\n')))
    const images = [...used].map(([name, at]) => `/${name} ${at} 0 R`).join(' ')
    kids.push(
      await file.add(
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${paper.width} ${paper.height}] /Contents ${content} 0 R /Resources << /Font << /F1 ${fonts[0]} 0 R /F2 ${fonts[1]} 0 R >> /XObject << ${images} >> >> >>`,
      ),
    )
  }
  await file.add(`<< /Type /Pages /Kids [${kids.map((it) => `${it} 0 R`).join(' ')}] /Count ${kids.length} >>`, tree)
  const root = await file.add(
    `<< /Type /Catalog /Pages ${tree} 0 R /Lang ${literal(language)} /ViewerPreferences << /DisplayDocTitle true >> >>`,
  )
  const about = await file.add(`<< /Title ${hexText(title)} /Producer (Voltfolio) >>`)
  return file.close(root, about)
}

const near = (value: number) => String(Math.round(value * 100) / 100)

function plainWords({ x, y, text, size, isStrong = false, isAtEnd = false, most = Infinity }: Words): string {
  const natural = plainWidth(text, size, isStrong)
  const width = Math.min(natural, most)
  const narrowed = width < natural ? `${near((width / natural) * 100)} Tz ` : ''
  return `BT /${isStrong ? 'F2' : 'F1'} ${near(size)} Tf ${narrowed}${near(isAtEnd ? x - width : x)} ${near(paper.height - y)} Td ${literal(text)} Tj ${narrowed && '100 Tz '}ET`
}

async function drawnWords(
  { x, y, text, size, isStrong = false, isAtEnd = false, most = Infinity }: Words,
  drawings: ReturnType<typeof createDrawings>,
  used: Map<string, number>,
): Promise<string> {
  const { name, at, width: pixels, height, above, scale } = await drawings(text, { size, isStrong })
  used.set(name, at)
  const width = Math.min(pixels / scale, most)
  const below = paper.height - y - (height - above) / scale
  return `/Span << /ActualText ${hexText(text)} >> BDC q ${near(width)} 0 0 ${near(height / scale)} ${near(isAtEnd ? x - width : x)} ${near(below)} cm /${name} Do Q EMC`
}

function ruleLine({ x, y, width }: Rule): string {
  return `0.75 G 0.5 w ${near(x)} ${near(paper.height - y)} m ${near(x + width)} ${near(paper.height - y)} l S`
}

type File = ReturnType<typeof createFile>

/** Each line is drawn once, however often it occurs. White is transparent, because lines overlap. */
function createDrawings(file: File, paint: Painter) {
  const drawn = new Map<string, Promise<Omit<Painted, 'grey'> & { name: string; at: number }>>()
  return (text: string, style: { size: number; isStrong: boolean }) => {
    const key = `${style.size} ${style.isStrong} ${text}`
    let drawing = drawn.get(key)
    if (!drawing) {
      const name = `I${drawn.size}`
      const { grey, ...measures } = paint(text, style)
      drawing = file
        .addStream(
          `/Type /XObject /Subtype /Image /Width ${measures.width} /Height ${measures.height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Mask [250 255]`,
          grey,
        )
        .then((at) => ({ ...measures, name, at }))
      drawn.set(key, drawing)
    }
    return drawing
  }
}

/** The file's objects, numbered from 1, with their byte offsets. */
function createFile() {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const starts: number[] = []
  let length = 0
  let count = 0
  const write = (part: Uint8Array<ArrayBuffer>) => {
    parts.push(part)
    length += part.length
  }
  const reserve = () => (count += 1)
  write(bytesOf('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n'))
  return {
    reserve,
    async add(body: string, number = reserve()): Promise<number> {
      starts[number] = length
      write(bytesOf(`${number} 0 obj\n${body}\nendobj\n`))
      return number
    },
    async addStream(entries: string, data: Uint8Array): Promise<number> {
      const packed = await deflated(data)
      const number = reserve()
      starts[number] = length
      write(bytesOf(`${number} 0 obj\n<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`))
      write(packed)
      write(bytesOf('\nendstream\nendobj\n'))
      return number
    },
    close(root: number, about: number): Blob {
      const table = Array.from(
        { length: count },
        (_, at) => `${String(starts[at + 1]).padStart(10, '0')} 00000 n \n`,
      ).join('')
      const from = length
      write(
        bytesOf(
          `xref\n0 ${count + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count + 1} /Root ${root} 0 R /Info ${about} 0 R >>\nstartxref\n${from}\n%%EOF\n`,
        ),
      )
      return new Blob(parts, { type: 'application/pdf' })
    },
  }
}

/** One byte a character: all characters written here are below 256. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (it) => it.codePointAt(0) ?? 0)
}

async function deflated(data: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([Uint8Array.from(data)]).stream().pipeThrough(new CompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
