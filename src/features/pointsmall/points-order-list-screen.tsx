import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/subPages/pointsmall/orderList')({ component: PointsOrderListScreen })

function PointsOrderListScreen() {
  return <YetToCome near="/pages/my/productOrderList" />
}
