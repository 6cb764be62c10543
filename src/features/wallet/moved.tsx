import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Art } from '../../ui/art.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

/** The success message after the server has confirmed a movement, with the new balances. */
export function Moved({ title, children, onDone }: { title: ReactNode; children: ReactNode; onDone: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <div role="status" className="flex flex-col items-center gap-2 text-center">
        <Art name="achievement" size="scene" />
        <p className="text-title font-strong text-balance">{title}</p>
      </div>
      <Card>{children}</Card>
      <Button wide onClick={onDone}>
        <Trans>Close</Trans>
      </Button>
    </div>
  )
}
