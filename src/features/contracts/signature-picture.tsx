import { field, pathOf, type Stroke } from './signature.ts'

/** A signature as it was made, with the line it stands on. `label` says whose. */
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

/** The inside of the picture, for the pad that it is made on. */
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
