import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

/** Names and figures under each other, in small text: figures may be as long as a hash. */
export function Figures({ rows }: { rows: readonly (readonly [name: ReactNode, figure: ReactNode])[] }) {
  return (
    <dl className="flex flex-col gap-2 rounded-md bg-sunken px-3 py-2">
      {rows.map(([name, figure], row) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={row}>
          <dt className="text-ink-soft">{name}</dt>
          <dd className="figures wrap-anywhere">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

/** 32 bytes in hex, always written from the left. */
export function HexText({ hex }: { hex: string | null | undefined }) {
  if (hex === null || hex === undefined) return <Trans>not revealed yet</Trans>
  return (
    <code dir="ltr" className="block text-start break-all select-all">
      {hex}
    </code>
  )
}
