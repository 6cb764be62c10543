import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

/** A button for what can't be done now, with the reason above it. */
export function BlockedAction({ button, why }: { button: ReactNode; why: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-center text-small text-ink-soft">{why}</p>
      <Button wide disabled>
        {button}
      </Button>
    </div>
  )
}
