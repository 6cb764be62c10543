import { useLingui } from '@lingui/react/macro'
import { useDemoMark } from '../../entities/demo-mark.ts'
import { useMemberZone } from '../../entities/profile.ts'
import { saveFile } from '../../lib/save-file.ts'
import { IconButton } from '../../ui/button.tsx'
import type { QueryLike } from '../../ui/query-states.tsx'
import { statisticsCsv } from './statistics-csv.ts'
import type { Earnings, Work } from './within.ts'

interface SaveCsvProps {
  earnings: QueryLike<Earnings>
  work: QueryLike<Work>
  kind: 'vehicle' | 'pile' | undefined
}

/** Saves the shown days as a file, which says of which machines and from when its figures are. Disabled without any. */
export function SaveCsv({ earnings: { data: earnings, dataUpdatedAt }, work, kind }: SaveCsvProps) {
  const { t } = useLingui()
  const demo = useDemoMark()
  const zone = useMemberZone()
  function save() {
    if (!earnings) return
    const names = { vehicle: t`Vehicles`, pile: t`Charging piles`, all: t`All` }
    const asOf = work.data ? Math.min(dataUpdatedAt, work.dataUpdatedAt) : dataUpdatedAt
    const file = ['voltfolio-statistics', ...(kind ? [kind] : []), earnings.from, earnings.to].join('-')
    const words = {
      day: t`Day`,
      income: t`Income`,
      sessions: t`Trips and charging sessions`,
      revenue: t`Revenue`,
      energy: t`Energy (Wh)`,
      distance: t`Distance (m)`,
      machines: t`Machines`,
      asOf: t`As of`,
      demo,
    }
    const content = statisticsCsv(earnings, work.data, words, { machines: names[kind ?? 'all'], zone, asOf })
    saveFile(`${file}.csv`, new Blob([content], { type: 'text/csv;charset=utf-8' }))
  }
  return <IconButton icon="download" label={t`Save as CSV`} disabled={!earnings} onClick={save} />
}
