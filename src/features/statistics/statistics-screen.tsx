import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/subPages/statistics/index')({ component: StatisticsScreen })

function StatisticsScreen() {
  return <YetToCome near="/subPages/product/myProduct" />
}
