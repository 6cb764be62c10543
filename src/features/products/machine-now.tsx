import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { MachineFacts, UnitDetail } from '#protocol/products.ts'
import type { ReactNode } from 'react'
import { MachineClosedChip } from '../../entities/machine-closed-chip.tsx'
import { ServiceStateChip } from '../../entities/product-words.tsx'
import { useTimeAgo } from '../../entities/use-time-ago.ts'
import { Card, Section } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { DayTime } from './day-time.tsx'
import { FaultList } from './fault-list.tsx'
import { MachineDay } from './machine-day.tsx'
import { MachinePlace } from './machine-place.tsx'
import { distanceText } from '../../entities/quantities.ts'
import { numberFormat } from '../../lib/intl.ts'
import { ownPiles } from './queries.ts'

/** What the machine of a unit does now, did today, where it is, and its faults; of a closed one, only since when. */
export function MachineNow({ unit }: { unit: UnitDetail }) {
  const { machine } = unit
  // An answer of an earlier build lacks it until it is fetched again.
  if (!machine) return null
  if (machine.closedAt)
    return (
      <Section title={<Trans>Right now</Trans>}>
        <Card>
          <Facts>
            <Fact name={<Trans>Status</Trans>}>
              <StateSince at={machine.closedAt}>
                <MachineClosedChip />
              </StateSince>
            </Fact>
          </Facts>
        </Card>
      </Section>
    )
  return (
    <>
      <Section title={<Trans>Right now</Trans>}>
        <Card>
          <NowFacts unit={unit} machine={machine} />
        </Card>
        <Card>
          <MachineDay machine={machine} />
        </Card>
      </Section>
      {unit.status === 'active' && <MachinePlace unit={unit} />}
      <Section title={<Trans>Faults</Trans>}>
        <FaultList faults={machine.faults} />
      </Section>
    </>
  )
}

function NowFacts({ unit, machine }: { unit: UnitDetail; machine: MachineFacts }) {
  const { i18n } = useLingui()
  const timeAgo = useTimeAgo()
  const { stateSince, battery, odometerM, lastSeenAt } = machine
  const { sessions } = machine.today
  const percent = (of: number) => numberFormat(i18n.locale, { style: 'percent' }).format(of / 100)
  return (
    <Facts>
      <Fact name={<Trans>Status</Trans>}>
        <StateSince at={stateSince}>
          <ServiceStateChip state={unit.serviceState} />
        </StateSince>
      </Fact>
      <Fact name={<Trans>Today</Trans>}>
        <Plural value={sessions} one="# session" other="# sessions" />
      </Fact>
      {battery !== null && <Fact name={<Trans>Battery</Trans>}>{percent(battery)}</Fact>}
      {unit.kind === 'pile' && unit.status === 'active' && <Plugs machineId={unit.machineId} />}
      {odometerM !== null && <Fact name={<Trans>Odometer</Trans>}>{distanceText(odometerM, i18n.locale)}</Fact>}
      <Fact name={<Trans>Last report</Trans>}>
        {lastSeenAt === null ? (
          <Trans>Reports only its sessions</Trans>
        ) : (
          <time dateTime={lastSeenAt}>{timeAgo(lastSeenAt)}</time>
        )}
      </Fact>
    </Facts>
  )
}

function StateSince({ at, children }: { at: string; children: ReactNode }) {
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {children}
      <span>
        <Trans>
          since <DayTime at={at} />
        </Trans>
      </span>
    </span>
  )
}

/** How many plugs of a pile are in use. Renders nothing while unknown. */
function Plugs({ machineId }: { machineId: string }) {
  const { data } = useQuery(ownPiles)
  const pile = data?.items.find((it) => it.machineId === machineId)
  if (!pile) return null
  const { plugs, plugsInUse } = pile
  return (
    <Fact name={<Trans>Connectors in use</Trans>}>
      <Trans>
        {plugsInUse} of {plugs}
      </Trans>
    </Fact>
  )
}
