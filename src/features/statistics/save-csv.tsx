import { useLingui } from '@lingui/react/macro'
import { useDemoMark } from '../../entities/demo-mark.ts'
import { saveFile } from '../../lib/save-file.ts'
import { IconButton } from '../../ui/button.tsx'
import { statisticsCsv } from './statistics-csv.ts'
import type { Earnings, Work } from './within.ts'

/** Saves the shown days as a file. Disabled while there are none. */
export function SaveCsv({ earnings, work }: { earnings: Earnings | undefined; work: Work | undefined }) {
  const { t } = useLingui()
  const demo = useDemoMark()
  function save() {
    if (!earnings) return
    const words = {
      day: t`Day`,
      income: t`Income`,
      sessions: t`Trips and charging sessions`,
      revenue: t`Revenue`,
      energy: t`Energy (Wh)`,
      distance: t`Distance (m)`,
      demo,
    }
    const content = statisticsCsv(earnings, work, words)
    saveFile(`voltfolio-${earnings.from}-${earnings.to}.csv`, new Blob([content], { type: 'text/csv;charset=utf-8' }))
  }
  return <IconButton icon="download" label={t`Save as CSV`} disabled={!earnings} onClick={save} />
}
