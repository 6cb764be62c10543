import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { StatisticsSearch } from './search.ts'

/** Says once what is counted on which day, and leads to the bills that the income is the sum of. */
export function CountedHow({ range = 'last 30 days', kind }: Pick<StatisticsSearch, 'range' | 'kind'>) {
  return (
    <div className="text-small text-ink-soft">
      <p>
        <Trans>
          Days follow your time zone. Income counts on the day it was paid to you, as in your bills. A machine's day or
          hour, in UTC, is paid after it has ended, or all at once at the end of the term. Trips and charging sessions
          count on the day they ended.
        </Trans>
      </p>
      <Link
        to="/pages/my/historyList"
        search={{ type: kind ?? 'income', range }}
        className="inline-flex min-h-11 items-center font-strong text-accent-ink underline"
      >
        <Trans>See the bills</Trans>
      </Link>
    </div>
  )
}
