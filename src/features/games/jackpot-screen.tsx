import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/subPages/jackpot/index')({ component: JackpotScreen })

function JackpotScreen() {
  return <YetToCome near="/pages/my/checkIn" />
}
