import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/subPages/pointsmall/createOrder')({ component: PointsOrderScreen })

function PointsOrderScreen() {
  return <YetToCome near="/pages/index/index" />
}
