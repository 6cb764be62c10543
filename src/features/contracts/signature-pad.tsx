import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { field, penDown, penMoved, pointIn, type Stroke } from './signature.ts'
import { SignatureLines } from './signature-picture.tsx'

interface SignaturePadProps {
  value: readonly Stroke[]
  onChange: (strokes: Stroke[]) => void
  describedBy?: string | undefined
}

/**
 * Draws with finger, pen or mouse. Members who can't draw can type their name: the field around the pad offers both.
 */
export function SignaturePad({ value, onChange, describedBy }: SignaturePadProps) {
  const { t } = useLingui()
  const pad = useRef<SVGSVGElement>(null)
  const strokes = useDrawing(pad, value, onChange)
  return (
    <>
      {/* A finger on the pad draws; it must not scroll the page. */}
      <svg
        ref={pad}
        viewBox={`0 0 ${field.width} ${field.height}`}
        role="img"
        aria-label={t`Signature area`}
        aria-describedby={describedBy}
        className="block w-full cursor-crosshair touch-none rounded-md border border-edge bg-surface text-ink select-none"
      >
        <SignatureLines strokes={strokes} />
      </svg>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-small text-ink-soft" role="status">
          {strokes.length === 0 ? (
            <Trans>Sign above the line.</Trans>
          ) : (
            <Plural value={strokes.length} one="# stroke" other="# strokes" />
          )}
        </p>
        <span className="flex flex-wrap gap-1">
          <Button
            look="plain"
            size="small"
            disabled={strokes.length === 0}
            onClick={() => onChange(value.slice(0, -1))}
          >
            <Trans>Undo</Trans>
          </Button>
          <Button look="plain" size="small" disabled={strokes.length === 0} onClick={() => onChange([])}>
            <Trans>Clear</Trans>
          </Button>
        </span>
      </div>
    </>
  )
}

/** Holds the strokes while they are being drawn. The form gets them when the pen is lifted. */
function useDrawing(
  pad: React.RefObject<SVGSVGElement | null>,
  value: readonly Stroke[],
  onChange: (strokes: Stroke[]) => void,
): readonly Stroke[] {
  const [drawn, draw] = useState<Stroke[]>()
  const latest = useRef({ value, onChange })
  useEffect(() => {
    latest.current = { value, onChange }
  })
  useEffect(() => {
    const surface = pad.current
    if (!surface) return
    let [pointer, strokes]: [number | undefined, Stroke[]] = [undefined, []]
    const show = (next: Stroke[]) => {
      strokes = next
      draw(next)
    }
    const at = ({ clientX, clientY }: PointerEvent) => pointIn(surface.getBoundingClientRect(), clientX, clientY)
    const down = (event: PointerEvent) => {
      if (!event.isPrimary || event.button !== 0) return
      pointer = event.pointerId
      surface.setPointerCapture(pointer)
      show(penDown(latest.current.value, at(event)))
    }
    const move = (event: PointerEvent) => {
      if (event.pointerId !== pointer) return
      // A fast hand moves several times in one frame. Without the coalesced events the stroke would have corners.
      const all = event.getCoalescedEvents?.() ?? []
      show((all.length > 0 ? all : [event]).reduce((sum: Stroke[], it) => penMoved(sum, at(it)), strokes))
    }
    const up = (event: PointerEvent) => {
      if (event.pointerId !== pointer) return
      pointer = undefined
      latest.current.onChange(strokes)
      draw(undefined)
    }
    const events = [
      ['pointerdown', down],
      ['pointermove', move],
      ['pointerup', up],
      ['pointercancel', up],
    ] as const
    for (const [name, run] of events) surface.addEventListener(name, run)
    return () => {
      for (const [name, run] of events) surface.removeEventListener(name, run)
    }
  }, [pad])
  return drawn ?? value
}
