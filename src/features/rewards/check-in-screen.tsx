import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { PullToRefresh } from '../../ui/pull-to-refresh.tsx'
import { Screen } from '../../ui/screen.tsx'
import { CheckInAction } from './check-in-action.tsx'
import { CheckInMonth } from './check-in-month.tsx'
import { QuizEntry } from './quiz-entry.tsx'
import { CheckInNews } from './check-in-news.tsx'
import { GamesEntry } from './games-entry.tsx'
import { PushCard } from './push-card.tsx'
import { StreakCard } from './streak-card.tsx'
import { useSignState } from './use-sign-state.ts'

export const Route = createFileRoute('/pages/my/checkIn')({ component: CheckInScreen })

function CheckInScreen() {
  const client = useQueryClient()
  const sign = useSignState()
  return (
    <Screen bottom={<CheckInAction sign={sign} />}>
      <PullToRefresh onRefresh={() => client.refetchQueries({ type: 'active' })}>
        <StreakCard sign={sign} />
        <CheckInNews sign={sign} />
        {sign.hasSigned && <PushCard />}
        <CheckInMonth sign={sign} />
        <GamesEntry />
        <QuizEntry />
      </PullToRefresh>
    </Screen>
  )
}
