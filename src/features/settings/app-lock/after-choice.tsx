import { Trans, useLingui } from '@lingui/react/macro'
import type { LockAfter } from '../../../lib/app-lock/lock-state.ts'
import { FilterBar } from '../../../ui/choice.tsx'
import { AfterWords } from './after-words.tsx'

const choices: readonly LockAfter[] = [0, 1, 5, 15]

/** After how many minutes away from the app it locks. */
export function AfterChoice({ value, onChange }: { value: LockAfter; onChange: (after: LockAfter) => void }) {
  const { t } = useLingui()
  return (
    <div className="flex flex-col gap-2">
      <p className="font-strong">
        <Trans>Lock when you leave the app</Trans>
      </p>
      <FilterBar
        label={t`Lock when you leave the app`}
        value={String(value)}
        onChange={(it) => onChange(choices.find((after) => String(after) === it) ?? 0)}
        options={choices.map((after) => ({ value: String(after), text: <AfterWords after={after} /> }))}
      />
    </div>
  )
}
