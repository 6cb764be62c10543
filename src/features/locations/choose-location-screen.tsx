import { createFileRoute } from '@tanstack/react-router'
import { YetToCome } from '../../entities/yet-to-come.tsx'

export const Route = createFileRoute('/choose-location')({ component: ChooseLocationScreen })

function ChooseLocationScreen() {
  return <YetToCome near="/pages/index/index" />
}
