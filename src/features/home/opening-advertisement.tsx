import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ComponentType } from 'react'
import type * as v from 'valibot'
import type { Banner } from '#protocol/home.ts'
import { systemClock } from '../../lib/clock.ts'
import { dayIn, deviceZone } from '../../lib/dates.ts'
import { featureFlags } from '../../entities/feature-flags.ts'
import { advertisementOf, isDue, saveShownOn } from './opening-day.ts'
import type { OpeningSheetProps } from './opening-sheet.tsx'
import { openingAdvertisements } from './queries.ts'

interface Props {
  wasTouched: () => boolean
  /** Comes with its text: few starts need what a sheet is made of. */
  Sheet: ComponentType<OpeningSheetProps>
}

/**
 * One of the operator's advertisements, once on each day of the device: a visitor who signs in to an account of another
 * zone has no new day. It is mounted where the app was opened at Home and the member hasn't pressed anything; a tap
 * beside it closes it.
 */
export function OpeningAdvertisement({ wasTouched, Sheet }: Props) {
  const today = dayIn(deviceZone(), systemClock.now())
  const isOn = useQuery(featureFlags).data?.examine === false
  const [isFirstToday] = useState(() => isDue(today))
  const { data } = useQuery({ ...openingAdvertisements, enabled: isOn && isFirstToday })
  const found = isOn && isFirstToday && data ? advertisementOf(today, data.items) : undefined
  return found && <Opening advertisement={found} today={today} wasTouched={wasTouched} Sheet={Sheet} />
}

interface OpeningProps extends Props {
  advertisement: v.InferOutput<typeof Banner>
  today: string
}

/**
 * Decides once, when the advertisement is loaded: a member who has begun to do something isn't interrupted, nor who is
 * about to open the app's lock, from which a sheet would take the focus.
 */
function Opening({ advertisement, today, wasTouched, Sheet }: OpeningProps) {
  const [shown] = useState(() => (wasTouched() || isCovered() ? undefined : advertisement))
  const [isOpen, setOpen] = useState(true)
  useEffect(() => {
    if (shown) saveShownOn(today)
  }, [shown, today])
  return shown && <Sheet advertisement={shown} isOpen={isOpen} onClose={() => setOpen(false)} />
}

/** Whether the app is locked, or that isn't known yet (`coverWhereLocked`). */
function isCovered(): boolean {
  return document.documentElement.dataset['covered'] !== undefined
}
