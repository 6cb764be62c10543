import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Chip } from '../../ui/chip.tsx'
import { List, ListRow, rowLinkClass } from '../../ui/list-row.tsx'
import { quiz } from './queries.ts'

/** The way from the check-in to the day's quiz. */
export function QuizEntry() {
  const { t } = useLingui()
  const state = useQuery(quiz).data?.state
  return (
    <List label={t`Daily quiz`}>
      <li>
        <Link to="/pages/my/answer" className={rowLinkClass}>
          <ListRow
            leads
            start="help"
            title={<Trans>Daily quiz</Trans>}
            end={
              (state === 'passed' || state === 'failed') && (
                <Chip tone="positive" icon="check">
                  <Trans>Done today</Trans>
                </Chip>
              )
            }
          />
        </Link>
      </li>
    </List>
  )
}
