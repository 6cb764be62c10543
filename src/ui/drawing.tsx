import type { CSSProperties } from 'react'
import { classNames } from './class-names.ts'

// On a phone that lies on its side a picture leaves room for what it is about.
const sizes = {
  thumb: 'h-11 w-16',
  card: 'h-28 w-full',
  hero: 'h-[min(12rem,38dvh)] w-full',
  scene: 'h-[min(11rem,38dvh)] w-60 max-w-full',
}

interface DrawingProps {
  /** The address of a file of drawings, and the id of one in it. */
  href: string
  size?: keyof typeof sizes | undefined
  /** Of its colours, in degrees; without it the member's own. */
  hue?: number | undefined
  /** The address of a drawing that lies behind it. */
  behind?: string | undefined
  /** The address of a picture that covers the drawings once it is loaded. */
  picture?: string | null | undefined
  /** Read to screen readers; without it the picture is decoration. */
  label?: string | undefined
}

/** A drawing out of a file of many, coloured by the page's own tokens. */
export function Drawing({ href, size = 'card', hue, behind, picture, label }: DrawingProps) {
  return (
    <svg
      data-art
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      className={classNames('block shrink-0', sizes[size])}
      {...(hue !== undefined && { 'data-livery': '', style: { '--hue': hue } as CSSProperties })}
    >
      {behind !== undefined && <use href={behind} />}
      <use href={href} />
      {picture && (
        <foreignObject width="100%" height="100%">
          <img
            key={picture}
            src={picture}
            alt=""
            loading="lazy"
            className="size-full rounded-md object-cover"
            // Browsers would paint their sign for a broken image over the drawing.
            onError={({ currentTarget }) => {
              currentTarget.hidden = true
            }}
          />
        </foreignObject>
      )}
    </svg>
  )
}
