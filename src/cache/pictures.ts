import { keptOrLoaded } from './kept-files.ts'

/**
 * Pictures of members and products on this device, by their address. The worker fills it; signing out empties it.
 */
const cacheName = 'voltfolio-pictures'
const mostPictures = 200

/** Where pictures are served: an address never changes its content. */
export const picturePath = '/wx/picture/'

export function isPicture({ pathname }: URL): boolean {
  return pathname.startsWith(picturePath)
}

/** A picture from this device, else from the network and then kept. Rejects where `load` does. */
export function pictureFor(request: Request, store: CacheStorage, load: typeof fetch): Promise<Response> {
  return keptOrLoaded(request, { cacheName, most: mostPictures, type: 'image/' }, store, load)
}

/** Whether the picture at an address is on this device. */
export async function isPictureKept(address: string, store: CacheStorage): Promise<boolean> {
  return (await store.match(address, { cacheName })) !== undefined
}

/** Nothing of theirs stays for whoever uses this device next. */
export async function forgetPictures(store: CacheStorage | undefined): Promise<void> {
  await store?.delete(cacheName)
}
