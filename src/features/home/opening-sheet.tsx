import { Trans } from '@lingui/react/macro'
import type * as v from 'valibot'
import type { Banner } from '#protocol/home.ts'
import { Art } from '../../ui/art.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { RouteLink } from '../../ui/route-link.tsx'
import { Sheet } from '../../ui/sheet.tsx'

export interface OpeningSheetProps {
  advertisement: v.InferOutput<typeof Banner>
  isOpen: boolean
  onClose: () => void
}

/** Apart from what decides whether to show it: every start at Home runs that, and few need what a sheet is made of. */
export function OpeningSheet({ advertisement: { title, line, art, route }, isOpen, onClose }: OpeningSheetProps) {
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={<Trans>From the operator</Trans>}
      footer={
        <div className="flex flex-col gap-2">
          <RouteLink route={route} onClick={onClose} className={buttonClass({ wide: true })}>
            <Trans>Take a look</Trans>
          </RouteLink>
          <Button look="plain" wide onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-3 pb-2 text-center">
        <Art name={art} size="hero" />
        <p className="text-large font-strong text-balance">{title}</p>
        <p className="text-ink-soft text-pretty">{line}</p>
      </div>
    </Sheet>
  )
}
