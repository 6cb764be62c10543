import { createFileRoute } from '@tanstack/react-router'
import { LostScreen } from '../entities/lost-screen.tsx'
import { homePath, placeAt } from '../sitemap.ts'
import { YetToCome } from '../entities/yet-to-come.tsx'

/**
 * The screen of every address that has none of its own: pages of the sitemap that aren't built, and unknown addresses.
 */
export const Route = createFileRoute('/$')({ component: NoScreen })

function NoScreen() {
  const { _splat = '' } = Route.useParams()
  const place = placeAt(`/${_splat}`)
  return place?.built === false ? <YetToCome near={place.near} /> : <LostScreen home={homePath} />
}
