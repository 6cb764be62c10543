import { areaOf, built, homePath, type BuiltPlace } from '../src/sitemap.ts'

/**
 * A screen that comes in a lazy file: its place, its own file under `src/`, its area, and the route chunk it becomes
 * part of (build/route-chunks.ts).
 */
export interface Screen {
  path: BuiltPlace['path']
  file: string
  area: string
  chunk: string
}

/** Where people come in by somebody else's link: the Mall, an offer, the way to an account. */
const landingPaths: readonly BuiltPlace['path'][] = [
  '/pages/index/index',
  '/pages/auth/login',
  '/pages/auth/register',
  '/subPages/product/detail',
  '/subPages/product/detail2',
]
const isLanding = ({ path }: Pick<BuiltPlace, 'path'>) => landingPaths.includes(path)

/** All but Home, which comes with the first file. A landing route doesn't wait for the rest of its area. */
export const screens: readonly Screen[] = built
  .filter((it) => it.path !== homePath)
  .map((place) => {
    const area = areaOf(place)
    return { path: place.path, file: place.file, area, chunk: isLanding(place) ? `${area}-landing` : area }
  })

export const landing = screens.filter(isLanding)
