import { Trans, useLingui } from '@lingui/react/macro'
import { distanceText } from '../../lib/distance.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { forgetLastPosition } from './last-position.ts'
import { radii, usualRadius, type Radius } from './search.ts'
import { useLocating } from './use-locating.tsx'
import { usePermission } from './use-permission.ts'
import type { Near } from './use-places.ts'

interface NearLineProps {
  near: Near | undefined
  radius: Radius
  onHere: () => void
  onRadius: (radius: Radius) => void
  onEverywhere: () => void
}

/** Around which place the list is sorted, and how far it reaches. */
export function NearLine({ near, radius, onHere, onRadius, onEverywhere }: NearLineProps) {
  const { t, i18n } = useLingui()
  const { begin, isAsking, overlays } = useLocating(onHere)
  const isHere = near?.kind === 'here'
  return (
    <section aria-label={t`Near`} className="flex flex-col gap-3">
      {near && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="min-w-0 flex-[1_1_9rem]">
            {isHere ? (
              <OwnPlace foundAt={near.foundAt} />
            ) : (
              <p className="font-strong">{t`Near ${near.place.title}`}</p>
            )}
          </div>
          <div className="flex-[1_1_9rem]">
            <SelectField
              label={t`Within`}
              labelHidden
              value={radius}
              onChange={(event) => onRadius(radii.find((it) => it === Number(event.target.value)) ?? usualRadius)}
            >
              {radii.map((it) => (
                <option key={it} value={it}>
                  {t`Within ${distanceText(it / 1000, i18n.locale)}`}
                </option>
              ))}
            </SelectField>
          </div>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" size="small" icon={isHere ? 'refresh' : 'map-pin'} busy={isAsking} onClick={begin}>
          {isHere ? <Trans>Update my location</Trans> : <Trans>Near me</Trans>}
        </Button>
        {near && (
          <Button look="plain" size="small" onClick={onEverywhere}>
            <Trans>Everywhere</Trans>
          </Button>
        )}
        {isHere && (
          <Button
            look="plain"
            size="small"
            onClick={() => {
              forgetLastPosition()
              onEverywhere()
            }}
          >
            <Trans>Forget my location</Trans>
          </Button>
        )}
      </div>
      {overlays}
    </section>
  )
}

function OwnPlace({ foundAt }: { foundAt: number }) {
  const permission = usePermission()
  return (
    <div role="status">
      <p className="font-strong">
        <Trans>Near you</Trans>
      </p>
      <Age at={foundAt} />
      {permission === 'denied' && (
        <p className="text-small text-ink-soft">
          <Trans>Location isn't allowed right now, so this is the last known place.</Trans>
        </p>
      )}
    </div>
  )
}
