import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type * as v from 'valibot'
import type { Banner } from '#protocol/home.ts'
import { systemClock } from '../../lib/clock.ts'
import { dayIn, deviceZone } from '../../lib/dates.ts'
import { featureFlags } from '../../entities/feature-flags.ts'
import { Art } from '../../ui/art.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { RouteLink } from '../../ui/route-link.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { advertisementOf, isDue, saveShownOn } from './opening-day.ts'
import { openingAdvertisements } from './queries.ts'

type Advertisement = v.InferOutput<typeof Banner>

/**
 * One of the operator's advertisements, once on each day of the device: a visitor who signs in to an account of another
 * zone has no new day. It is mounted where the app was opened at Home and the member hasn't pressed anything; a tap
 * beside it closes it.
 */
export function OpeningAdvertisement({ wasTouched }: { wasTouched: () => boolean }) {
  const today = dayIn(deviceZone(), systemClock.now())
  const isOn = useQuery(featureFlags).data?.examine === false
  const [isFirstToday] = useState(() => isDue(today))
  const { data } = useQuery({ ...openingAdvertisements, enabled: isOn && isFirstToday })
  const found = isOn && isFirstToday && data ? advertisementOf(today, data.items) : undefined
  return found && <Opening advertisement={found} today={today} wasTouched={wasTouched} />
}

interface OpeningProps {
  advertisement: Advertisement
  today: string
  wasTouched: () => boolean
}

/**
 * Decides once, when the advertisement is loaded: a member who has begun to do something isn't interrupted, nor who is
 * about to open the app's lock, from which a sheet would take the focus.
 */
function Opening({ advertisement, today, wasTouched }: OpeningProps) {
  const [shown] = useState(() => (wasTouched() || isCovered() ? undefined : advertisement))
  const [isOpen, setOpen] = useState(true)
  useEffect(() => {
    if (shown) saveShownOn(today)
  }, [shown, today])
  return shown && <Opened advertisement={shown} isOpen={isOpen} onClose={() => setOpen(false)} />
}

interface OpenedProps {
  advertisement: Advertisement
  isOpen: boolean
  onClose: () => void
}

/** Whether the app is locked, or that isn't known yet (`coverWhereLocked`). */
function isCovered(): boolean {
  return document.documentElement.dataset['covered'] !== undefined
}

function Opened({ advertisement: { title, line, art, route }, isOpen, onClose }: OpenedProps) {
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
