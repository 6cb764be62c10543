import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/subPages/box/giftList')({ component: PrizeListScreen })

function PrizeListScreen() {
  return <YetToCome near="/pages/my/checkIn" />
}
