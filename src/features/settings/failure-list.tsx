import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useSyncExternalStore } from 'react'
import { textOf, type FailureRecord } from '../../lib/failure-record.ts'
import { clearFailures, failures, followFailures } from '../../cache/storage/failure-log.ts'
import { visitorConnection } from '../../cache/cache.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/card.tsx'
import { Fold } from '../../ui/fold.tsx'
import { toast } from '../../ui/toast.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { useWhen } from '../../entities/use-when.ts'

/** The errors of the app on this device, to be copied for a developer. */
export function FailureList() {
  const records = useSyncExternalStore(failures.subscribe, failures.getSnapshot)
  useEffect(() => followFailures(visitorConnection()), [])
  return (
    <Section title={<Trans>App errors</Trans>}>
      {records.length === 0 ? (
        <p className="text-ink-soft">
          <Trans>None found on this device.</Trans>
        </p>
      ) : (
        <Fold title={<Plural value={records.length} one="# error found" other="# errors found" />}>
          <div className="px-4 pb-3">
            <p className="pb-3 text-small text-ink-soft">
              <Trans>
                For the people who fix the app. It contains nothing of yours: no amounts, numbers or passwords.
              </Trans>
            </p>
            <FailureActions records={records} />
            <ol className="divide-y divide-line">
              {records.map((record) => (
                <FailureRow key={`${record.at} ${record.where} ${record.message}`} record={record} />
              ))}
            </ol>
          </div>
        </Fold>
      )}
    </Section>
  )
}

function FailureActions({ records }: { records: readonly FailureRecord[] }) {
  const { t } = useLingui()
  const copy = useCopy({ isOnScreen: false })
  const clear = () =>
    clearFailures(visitorConnection()).catch(() =>
      toast(t`The browser's storage couldn't be opened.`, { tone: 'danger', duration: 6000 }),
    )
  return (
    <p className="flex flex-wrap gap-2">
      <Button look="plain" size="small" icon="copy" onClick={() => copy(textOf(records))}>
        <Trans>Copy details</Trans>
      </Button>
      <Button look="plain" size="small" icon="trash" onClick={() => void clear()}>
        <Trans>Clear the list</Trans>
      </Button>
    </p>
  )
}

/** An error in its own words: technical text, from left to right in every language. */
function FailureRow({ record: { at, where, name, message, stack, count } }: { record: FailureRecord }) {
  const when = useWhen()
  return (
    <li className="flex flex-col gap-1 py-3 text-small">
      <span className="figures text-ink-soft">
        {when(at)}
        {count > 1 && ` · ×${count}`}
      </span>
      <span dir="ltr" lang="en" className="text-start wrap-anywhere">
        {where}: {name}: {message}
      </span>
      {stack.length > 0 && (
        <code dir="ltr" className="text-start whitespace-pre-wrap text-ink-soft wrap-anywhere">
          {stack.join('\n')}
        </code>
      )}
    </li>
  )
}
