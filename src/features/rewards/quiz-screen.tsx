import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/pages/my/answer')({ component: QuizScreen })

function QuizScreen() {
  return <YetToCome near="/pages/my/checkIn" />
}
