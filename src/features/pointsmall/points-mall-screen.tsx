import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/subPages/pointsmall/index')({ component: PointsMallScreen })

function PointsMallScreen() {
  return <YetToCome near="/pages/index/index" />
}
