import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { DoneToday } from '../../entities/done-today.tsx'
import { useIsQuizDone } from '../../entities/quiz.ts'
import { List, ListRow, rowLinkClass } from '../../ui/list-row.tsx'

/** The way from the check-in to the day's quiz. */
export function QuizEntry() {
  const { t } = useLingui()
  const isDone = useIsQuizDone()
  return (
    <List label={t`Daily quiz`}>
      <li>
        <Link to="/pages/my/answer" className={rowLinkClass}>
          <ListRow leads start="help" title={<Trans>Daily quiz</Trans>} end={isDone && <DoneToday />} />
        </Link>
      </li>
    </List>
  )
}
