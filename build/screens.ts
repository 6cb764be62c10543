import { areaOf, homePath, sitemap, type Place } from '../src/sitemap.ts'

/** A screen that comes in a lazy file: its place, its own file under `src/`, its area, and the room that becomes that file (build/rooms.ts). */
export interface Screen {
  path: Place['path']
  file: string
  area: string
  room: string
}

/** Where people come in by somebody else's link: the Mall, an offer, the way to an account. */
const doorPaths: readonly Place['path'][] = [
  '/pages/index/index',
  '/pages/auth/login',
  '/pages/auth/register',
  '/subPages/product/detail',
  '/subPages/product/detail2',
]
const isDoor = ({ path }: Pick<Place, 'path'>) => doorPaths.includes(path)

/** All but Home, which comes with the first file. What is at the doors doesn't wait for the rest of its area. */
export const screens: readonly Screen[] = sitemap
  .filter((it) => it.path !== homePath)
  .map((place) => {
    const area = areaOf(place)
    return { path: place.path, file: place.file, area, room: isDoor(place) ? `${area}-door` : area }
  })

export const doors = screens.filter(isDoor)
