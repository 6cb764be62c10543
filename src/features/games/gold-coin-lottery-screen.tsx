import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/subPages/box/index')({ component: GoldCoinLotteryScreen })

function GoldCoinLotteryScreen() {
  return <YetToCome near="/pages/my/checkIn" />
}
