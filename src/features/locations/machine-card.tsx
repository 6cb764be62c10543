import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { MachinePosition } from '#protocol/locations.ts'
import { productPath } from '../../entities/product-path.ts'
import { ServiceStateChip } from '../../entities/product-words.tsx'
import { distanceKm, type Position } from '../../lib/distance.ts'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { Age } from '../../ui/age.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FarAway } from './far-away.tsx'

interface MachineCardProps {
  machine: MachinePosition
  near: Position | undefined
  takesFocus: boolean
}

/** The machine that is selected on the map or in the list, and where to go from here. */
export function MachineCard({ machine, near, takesFocus }: MachineCardProps) {
  const { name, kind, productId, place, latitude, longitude, exact, serviceState, reportedAt } = machine
  const heading = useRef<HTMLHeadingElement>(null)
  // Chosen far down the list, the card would be out of sight, and screen readers would not learn of it.
  useEffect(() => {
    if (!takesFocus) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' })
  }, [takesFocus])
  return (
    <section className="scroll-mt-20 scroll-mb-20">
      <Card>
        <div className="flex flex-wrap items-start justify-between gap-2">
          <h2 ref={heading} tabIndex={-1} className="min-w-0 font-strong wrap-anywhere outline-none">
            {name}
          </h2>
          <ServiceStateChip state={serviceState} />
        </div>
        <p className="text-small text-ink-soft">
          {place}
          {near && (
            <>
              {place && ' · '}
              <FarAway km={distanceKm(near, machine)} isExact={exact} />
            </>
          )}
        </p>
        <Age at={Date.parse(reportedAt)} />
        {!exact && (
          <p className="text-small text-ink-soft">
            <Trans>Its place is shown to about a kilometre, so nobody can follow a rider.</Trans>
          </p>
        )}
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
          <FeatureLink to={productPath(kind)} search={{ id: productId }} className={buttonClass({ size: 'small' })}>
            <Trans>See the offer</Trans>
          </FeatureLink>
          {exact && (
            <Link
              to="/open-location"
              search={{ latitude, longitude, name, address: place || undefined }}
              className={buttonClass({ look: 'quiet', size: 'small' })}
            >
              <Trans>How to get there</Trans>
            </Link>
          )}
        </div>
      </Card>
    </section>
  )
}
