import { areaOf, built, homePath, type BuiltPlace } from '../src/sitemap.ts'

/**
 * A screen that comes in a lazy file: its place, its own file under `src/`, its area, whose route chunk it
 * becomes part of (build/route-chunks.ts).
 */
export interface Screen {
  path: BuiltPlace['path']
  file: string
  area: string
}

/** Where people come in by somebody else's link: the Mall, an offer, the way to an account. */
const landingPaths: readonly BuiltPlace['path'][] = [
  '/pages/index/index',
  '/pages/auth/login',
  '/pages/auth/register',
  '/subPages/product/detail',
  '/subPages/product/detail2',
]

/** All but Home, which comes with the first file. */
export const screens: readonly Screen[] = built
  .filter((it) => it.path !== homePath)
  .map((place) => ({ path: place.path, file: place.file, area: areaOf(place) }))

export const landing = screens.filter((it) => landingPaths.includes(it.path))
