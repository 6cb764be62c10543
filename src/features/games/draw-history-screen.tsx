import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/subPages/box/historyList')({ component: DrawHistoryScreen })

function DrawHistoryScreen() {
  return <YetToCome near="/pages/my/checkIn" />
}
