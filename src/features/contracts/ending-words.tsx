import { Trans } from '@lingui/react/macro'
import type { Answer } from '#protocol/call.ts'
import type { contractInfo } from '#protocol/contracts.ts'

interface EndingWordsProps {
  contractState: Answer<typeof contractInfo>
  /** The day the contract ends on, in the reader's words. */
  day: string
  /** The last day that is paid, too; null where none is. */
  lastPaidOn: string | null
}

/** What an end of the contract means: until when it is paid, what isn't, and that there is no way back. */
export function EndingWords({ contractState: { button, approved }, day, lastPaidOn }: EndingWordsProps) {
  return (
    <div className="flex flex-col gap-2">
      <p>
        <LastDay day={day} lastPaidOn={lastPaidOn} />
      </p>
      {approved && approved.following.length > 0 && (
        <p>
          <Trans>The approved update that starts later ends with it: nothing is paid by it.</Trans>
        </p>
      )}
      {button === 1 && (
        <p>
          <Trans>The update under review isn't ended: if it's approved, your contract goes on by that version.</Trans>
        </p>
      )}
      <p>
        <Trans>
          Weeks that are over stay yours to claim. You can't undo this: for a new contract you sign again, and the
          operator reviews it.
        </Trans>
      </p>
    </div>
  )
}

function LastDay({ day, lastPaidOn }: Omit<EndingWordsProps, 'contractState'>) {
  if (lastPaidOn === null)
    return <Trans>It ends on {day}. There is no full week up to that day, so no week is paid.</Trans>
  if (lastPaidOn === day)
    return <Trans>Your last paid day is {day}. This week is still paid, and no week after it.</Trans>
  return (
    <Trans>
      It ends on {day}. Your last paid day is {lastPaidOn}: this week isn't a full one, so it isn't paid.
    </Trans>
  )
}
