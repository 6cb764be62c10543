import { encode } from 'uqr'

interface QrProps {
  /** The text that a camera reads: an address, an invitation. */
  text: string
  /** Says what the code is for: "QR code of your invitation". The code's content must stand beside it as text. */
  label: string
}

/** A white margin, four modules wide (ISO 18004): without it cameras don't find the code. */
const quiet = 4

/** A QR code, dark on white in the dark theme too, because many cameras read nothing else. */
export function Qr({ text, label }: QrProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const whole = size + 2 * quiet
  return (
    <svg
      viewBox={`${-quiet} ${-quiet} ${whole} ${whole}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-56 max-w-full rounded-md"
    >
      <path d={`M${-quiet} ${-quiet}h${whole}v${whole}h${-whole}z`} fill="var(--color-code-ground)" />
      <path d={data.map(rowPath).join('')} fill="var(--color-code-ink)" />
    </svg>
  )
}

/** The dark modules of a row as path data. Neighbours share a stroke, which halves the path and leaves no seams. */
function rowPath(row: readonly boolean[], y: number): string {
  const starts = row.flatMap((dark, x) => (dark && !row[x - 1] ? [x] : []))
  return starts
    .map((x) => {
      const end = row.indexOf(false, x)
      const length = (end < 0 ? row.length : end) - x
      return `M${x} ${y}h${length}v1h${-length}z`
    })
    .join('')
}
