import { createFileRoute } from '@tanstack/react-router'
import { GridStage } from './grid-stage.tsx'
import { Lottery } from './lottery.tsx'
import { landingMs } from './landing.ts'

export const Route = createFileRoute('/subPages/box/index')({ component: GoldLotteryScreen })

function GoldLotteryScreen() {
  return <Lottery kind="gold" route="/subPages/box/index" Stage={GridStage} landingMs={landingMs.grid} />
}
