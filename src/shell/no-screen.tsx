import { createFileRoute } from '@tanstack/react-router'
import { placeAt } from '../sitemap.ts'
import { LostScreen } from './lost-screen.tsx'
import { YetToCome } from '../entities/yet-to-come.tsx'

/**
 * Every address without a screen of its own: those of the sitemap that are still to be built, and those that nobody
 * knows.
 */
export const Route = createFileRoute('/$')({ component: NoScreen })

function NoScreen() {
  const { _splat = '' } = Route.useParams()
  const place = placeAt(`/${_splat}`)
  return place?.built === false ? <YetToCome near={place.near} /> : <LostScreen />
}
