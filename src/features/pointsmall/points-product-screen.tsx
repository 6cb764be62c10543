import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/subPages/pointsmall/detail')({ component: PointsProductScreen })

function PointsProductScreen() {
  return <YetToCome near="/pages/index/index" />
}
