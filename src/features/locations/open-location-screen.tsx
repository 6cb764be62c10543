import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/open-location')({ component: OpenLocationScreen })

function OpenLocationScreen() {
  return <YetToCome near="/pages/index/index" />
}
