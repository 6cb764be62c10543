import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/subPages/statistics/productIncome')({ component: ProductIncomeScreen })

function ProductIncomeScreen() {
  return <YetToCome near="/subPages/product/myProduct" />
}
