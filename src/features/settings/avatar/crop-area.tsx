import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { IconButton } from '../../../ui/button.tsx'
import type { Cut } from './picture.ts'

const [leastZoom, mostZoom, zoomStep] = [1, 4, 0.2]

interface CropAreaProps {
  src: string
  onChange: (cut: Cut) => void
}

/** The picture under a round window, moved, zoomed and rotated by touch, mouse, keyboard, or the buttons below. */
export function CropArea({ src, onChange }: CropAreaProps) {
  const { t } = useLingui()
  const window = useRef<HTMLDivElement>(null)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(leastZoom)
  const [rotation, setRotation] = useState(0)
  const zoomBy = (step: number) => setZoom((it) => Math.min(mostZoom, Math.max(leastZoom, it + step)))
  const turn = () => setRotation((it) => (it + 90) % 360)
  // Only the library's own handling of arrow keys stops the picture at the edge of the window.
  const move = (key: string) => {
    const area = window.current?.querySelector('[data-crop]')
    for (const type of ['keydown', 'keyup']) area?.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true }))
  }
  const press = (event: React.KeyboardEvent) => {
    const act = {
      '+': () => zoomBy(zoomStep),
      '=': () => zoomBy(zoomStep),
      '-': () => zoomBy(-zoomStep),
      r: turn,
      R: turn,
    }[event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  }
  return (
    <section aria-label={t`Crop the picture`} className="flex flex-col gap-3">
      {/* The picture inside has the focus; its key events bubble up to this element. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={window}
        role="group"
        onKeyDown={press}
        className="relative aspect-square w-full overflow-hidden rounded-lg bg-sunken"
      >
        <Cropper
          image={src}
          crop={crop}
          zoom={zoom}
          rotation={rotation}
          aspect={1}
          minZoom={leastZoom}
          maxZoom={mostZoom}
          cropShape="round"
          showGrid={false}
          objectFit="cover"
          keyboardStep={8}
          disableAutomaticStylesInjection
          cropperProps={
            {
              'data-crop': '',
              role: 'application',
              'aria-label': t`Picture: arrow keys move it, plus and minus zoom, R rotates`,
            } as React.HTMLAttributes<HTMLDivElement>
          }
          mediaProps={{ alt: '' }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onRotationChange={setRotation}
          onCropComplete={(_, pixels) => onChange({ ...pixels, rotation })}
        />
      </div>
      <div className="flex flex-wrap items-center justify-center gap-1" dir="ltr">
        <IconButton icon="chevron-left" label={t`Move left`} onClick={() => move('ArrowLeft')} />
        <IconButton icon="chevron-up" label={t`Move up`} onClick={() => move('ArrowUp')} />
        <IconButton icon="chevron-down" label={t`Move down`} onClick={() => move('ArrowDown')} />
        <IconButton icon="chevron-right" label={t`Move right`} onClick={() => move('ArrowRight')} />
        <IconButton icon="minus" label={t`Zoom out`} disabled={zoom <= leastZoom} onClick={() => zoomBy(-zoomStep)} />
        <IconButton icon="plus" label={t`Zoom in`} disabled={zoom >= mostZoom} onClick={() => zoomBy(zoomStep)} />
        <IconButton icon="refresh" label={t`Rotate`} onClick={turn} />
      </div>
      <p className="text-center text-small text-ink-soft">
        <Trans>Drag to move, pinch to zoom. With a keyboard: arrows, + and -, R to rotate.</Trans>
      </p>
    </section>
  )
}
