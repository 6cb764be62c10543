import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#protocol/call.ts'
import type { moneyTotals } from '#protocol/books.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Fold } from '../../../ui/fold.tsx'
import { List, ListRow } from '../../../ui/list-row.tsx'
import { numberFormat } from '../../../lib/intl.ts'
import { useWhen } from '../../../entities/use-when.ts'

type Books = NonNullable<Answer<typeof moneyTotals>>

/** The time of the last reconciliation, and the result of each check. */
export function BooksChecked({ at, isSound, checks }: Pick<Books, 'at' | 'isSound' | 'checks'>) {
  const { i18n } = useLingui()
  const names = useCheckNames()
  const when = useWhen()(at)
  const number = numberFormat(i18n.locale)
  return (
    <div className="flex flex-col gap-3">
      <Banner tone={isSound ? 'positive' : 'danger'} icon={isSound ? 'shield' : 'warning'}>
        {isSound ? (
          <Trans>
            All books were checked on <time dateTime={at}>{when}</time>. Everything matched.
          </Trans>
        ) : (
          <Trans>
            All books were checked on <time dateTime={at}>{when}</time>, and NOT everything matched. The operator has to
            explain why.
          </Trans>
        )}
      </Banner>
      <Fold title={<Trans>What we checked</Trans>}>
        <List>
          {checks.map(({ check, looked, wrong }) => (
            <li key={check}>
              <ListRow
                title={names[check] ?? check}
                detail={<Trans>Checked: {number.format(looked)}</Trans>}
                end={
                  wrong === 0 ? (
                    <Chip tone="positive" icon="check">
                      <Trans>matches</Trans>
                    </Chip>
                  ) : (
                    <Chip tone="danger" icon="warning">
                      <Trans>wrong: {number.format(wrong)}</Trans>
                    </Chip>
                  )
                }
              />
            </li>
          ))}
        </List>
      </Fold>
    </div>
  )
}

/** The names of the server's checks; a check that this version doesn't know is shown by the server's name. */
function useCheckNames(): Record<string, string> {
  const { t } = useLingui()
  return {
    'balance equals transfers': t`Every balance is the sum of its transactions`,
    'floor holds': t`No account is below its limit`,
    'asset sums to zero': t`No money appeared or disappeared`,
    'income within revenue': t`No machine paid out more than its revenue`,
    'units can be paid': t`Every machine's account holds what its units are still owed`,
    'units are counted': t`Every machine's units are counted, and none was sold twice`,
    'revenue was booked': t`All revenue of the machines is in the books`,
    'revenue is in its days': t`The machines' statistics match the books`,
    'line was posted': t`Every settled income was paid`,
    'income has its line': t`Every paid income was settled`,
    'income came from its machine': t`Every income came from the revenue of its own machine`,
    'clearing equals uncleared': t`Income that machines still owe adds up`,
    'income is in its days': t`Each day in the statistics is the sum of its bills`,
    'unit is paid its share': t`Every unit was paid its share of its own time, and no more`,
    'claims within assets': t`Members' money is covered by what the operator holds`,
    'claims are confirmed': t`Members' money is covered by what statements confirm`,
    'taken back once': t`Everything taken back was taken back only once`,
    'deposit is kept': t`The money for every time deposit is there, with its interest`,
    'withdrawal is kept': t`The money for every withdrawal in progress is there`,
    'prize is kept': t`The money for every unclaimed prize is there`,
    'unowned is kept': t`Payments for deleted accounts are there until they are sent back`,
    'transfer was credited': t`Every transfer from outside was credited once`,
    'bill chain holds': t`Every member's chain of transactions is unbroken`,
    'bills are in their days': t`Every statement begins with the right balance`,
    'closed days are kept': t`The sums of earlier days match their transactions`,
  }
}
