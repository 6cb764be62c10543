import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { FeatureLink } from '../../entities/feature-link.tsx'
import { distanceText } from '../../lib/distance.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { InfiniteList } from '../../ui/infinite-list.tsx'
import { ListRow, rowLinkClass } from '../../ui/list-row.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { shownKind } from '../../entities/product-path.ts'
import { ServiceStateChip } from '../../entities/product-words.tsx'
import { FarAway } from './far-away.tsx'
import { radii, type Radius } from './search.ts'
import type { ShownMachine } from './shown-machines.ts'
import type { Places } from './use-places.ts'

interface MachineListProps {
  places: Places
  onSelect: (id: string) => void
  onRadius: (radius: Radius) => void
  onReset: () => void
}

/** The same machines as on the map, the nearest first where it is known what they are near to. */
export function MachineList({ places, onSelect, onRadius, onReset }: MachineListProps) {
  const { shown, nearest, selected, query } = places
  return (
    <QueryStates query={query} isEmpty={({ items }) => items.length === 0} empty={<NoMachines />}>
      {() =>
        shown.length === 0 ? (
          <NothingHere nearest={nearest} onRadius={onRadius} onReset={onReset} />
        ) : (
          <div className="flex flex-col gap-2">
            <p role="status" className="text-small text-ink-soft">
              <Plural value={shown.length} one="# machine" other="# machines" />
            </p>
            <InfiniteList
              items={shown}
              keyOf={({ machine }) => machine.machineId}
              hasMore={false}
              isLoadingMore={false}
              onMore={() => {}}
            >
              {(it) => (
                <MachineRow
                  shown={it}
                  isSelected={it.machine.machineId === selected?.machineId}
                  onSelect={() => onSelect(it.machine.machineId)}
                />
              )}
            </InfiniteList>
          </div>
        )
      }
    </QueryStates>
  )
}

interface MachineRowProps {
  shown: ShownMachine
  isSelected: boolean
  onSelect: () => void
}

function MachineRow({ shown: { machine, km }, isSelected, onSelect }: MachineRowProps) {
  return (
    <button
      type="button"
      aria-current={isSelected || undefined}
      onClick={onSelect}
      className={`${rowLinkClass} aria-[current]:bg-accent-soft`}
    >
      <ListRow
        start={shownKind(machine.kind) === 'vehicle' ? 'car' : 'pile'}
        title={machine.name}
        detail={machine.place}
        end={km !== undefined && <FarAway km={km} isExact={machine.exact} />}
        endDetail={<ServiceStateChip state={machine.serviceState} />}
      />
    </button>
  )
}

interface NothingHereProps {
  nearest: ShownMachine | undefined
  onRadius: (radius: Radius) => void
  onReset: () => void
}

/** Tells how far the nearest machine is, and widens the circle to it. */
function NothingHere({ nearest, onRadius, onReset }: NothingHereProps) {
  const { i18n } = useLingui()
  const km = nearest?.km
  const wide = km === undefined ? undefined : radii.find((it) => it >= km * 1000)
  if (nearest === undefined || km === undefined || wide === undefined)
    return (
      <EmptyState
        art="nothing-found"
        title={<Trans>No matching machines</Trans>}
        action={
          <Button look="quiet" onClick={onReset}>
            <Trans>Show all machines</Trans>
          </Button>
        }
      >
        <Trans>Try another word, another place or fewer filters.</Trans>
      </EmptyState>
    )
  const [name, distance, radius] = [
    nearest.machine.name,
    distanceText(km, i18n.locale),
    distanceText(wide / 1000, i18n.locale),
  ]
  return (
    <EmptyState
      art="no-places"
      title={<Trans>No machines in this area</Trans>}
      action={
        <Button look="quiet" onClick={() => onRadius(wide)}>
          <Trans>Look within {radius}</Trans>
        </Button>
      }
    >
      <Trans>
        The nearest is {name}, {distance} away.
      </Trans>
    </EmptyState>
  )
}

function NoMachines() {
  return (
    <EmptyState
      art="no-places"
      title={<Trans>No machine has a location yet</Trans>}
      action={
        <FeatureLink to="/pages/index/index" className={buttonClass({ look: 'quiet' })}>
          <Trans>See all offers</Trans>
        </FeatureLink>
      }
    >
      <Trans>Machines appear here as soon as they report where they are.</Trans>
    </EmptyState>
  )
}
