import { field, pathOf, type Stroke } from './signature.ts'

/** A signature as it was drawn, on its baseline. `label` says whose it is. */
export function SignaturePicture({ strokes, label }: { strokes: readonly Stroke[]; label: string }) {
  return (
    <svg
      viewBox={`0 0 ${field.width} ${field.height}`}
      role="img"
      aria-label={label}
      className="block w-full rounded-md bg-sunken text-ink"
    >
      <SignatureLines strokes={strokes} />
    </svg>
  )
}

/** The content of the SVG, which the signature pad uses too. */
export function SignatureLines({ strokes }: { strokes: readonly Stroke[] }) {
  const line = Math.round(field.height * 0.78)
  return (
    <>
      <path
        d={`M60 ${line}H${field.width - 60}`}
        stroke="currentColor"
        strokeWidth="2"
        strokeDasharray="6 8"
        opacity="0.4"
      />
      <path
        d={pathOf(strokes)}
        fill="none"
        stroke="currentColor"
        strokeWidth="7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  )
}
