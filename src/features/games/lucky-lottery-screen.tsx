import { createFileRoute } from '@tanstack/react-router'
import { BallStage } from './ball-stage.tsx'
import { Lottery } from './lottery.tsx'
import { landingMs } from './landing.ts'

export const Route = createFileRoute('/subPages/box/index2')({ component: LuckyLotteryScreen })

function LuckyLotteryScreen() {
  return <Lottery kind="lucky" route="/subPages/box/index2" Stage={BallStage} landingMs={landingMs.balls} />
}
