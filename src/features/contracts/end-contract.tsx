import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '#protocol/call.ts'
import { contractEnd, type contractInfo } from '#protocol/contracts.ts'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { CommandSheet } from '../../entities/command-sheet.tsx'
import { OfflineNote } from '../../entities/offline-note.tsx'
import { UnknownBanner } from '../../entities/unknown-banner.tsx'
import { useRejectionReason } from '../../entities/use-rejection-reason.ts'
import { dayText } from '../../lib/date-texts.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { EndingWords } from './ending-words.tsx'
import { contractState as query } from './queries.ts'

type ContractInfo = Answer<typeof contractInfo>

interface EndContractProps {
  contractState: ContractInfo
  ending: NonNullable<ContractInfo['ending']>
}

/** Ends the contract after a question that says what is still paid. */
export function EndContract({ contractState, ending: { day, lastPaidOn } }: EndContractProps) {
  const { t, i18n } = useLingui()
  const client = useQueryClient()
  const reason = useRejectionReason()
  const isOnline = useOnline()
  const lastDay = dayText(day, i18n.locale)
  const { run, check, outcome, unknown, isChecking, isBusy, isReady, sheet } = useCommand(contractEnd, {
    onOutcome: (it) => {
      if (it.kind === 'rejected') void client.invalidateQueries({ queryKey: query.queryKey })
      if (it.kind !== 'applied') return
      client.setQueryData(query.queryKey, it.answer)
      toast(t`Your contract ends on ${lastDay}`, { tone: 'positive' })
    },
  })
  const [isAsked, setAsked] = useState(false)
  return (
    <div className="flex flex-col gap-1">
      {outcome?.kind === 'rejected' && (
        <Banner tone="danger" icon="warning">
          {isOtherDay(outcome.error) ? (
            <Trans>The last paid day has changed. Nothing was ended: read it again first.</Trans>
          ) : (
            reason(outcome.error)
          )}
        </Banner>
      )}
      {unknown && <UnknownBanner onCheck={() => void check()} isChecking={isChecking} />}
      <Button
        wide
        look="plain"
        busy={isBusy}
        disabled={!isOnline || !isReady || unknown !== undefined}
        onClick={() => setAsked(true)}
      >
        <Trans>End the contract</Trans>
      </Button>
      <OfflineNote />
      <Dialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title={<Trans>End your contract?</Trans>}
        actions={
          <>
            <Button
              wide
              look="danger"
              onClick={() => {
                setAsked(false)
                void run({ expectedEnd: day })
              }}
            >
              <Trans>End the contract</Trans>
            </Button>
            <Button wide look="plain" onClick={() => setAsked(false)}>
              <Trans>Keep the contract</Trans>
            </Button>
          </>
        }
      >
        <EndingWords
          contractState={contractState}
          day={lastDay}
          lastPaidOn={lastPaidOn && dayText(lastPaidOn, i18n.locale)}
        />
      </Dialog>
      <CommandSheet {...sheet} />
    </div>
  )
}

function isOtherDay(error: unknown): boolean {
  return error instanceof ApiError && error.errno === errors.changed_meanwhile.errno
}
