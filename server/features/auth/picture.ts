import { avatarPixels } from '#protocol/settings.ts'
import { redrawnPicture } from '../../redrawn-picture.ts'

/** A member's picture made anew: 512 pixels square. Undefined where it can't be used. */
export async function smallPicture(given: Uint8Array): Promise<Uint8Array | undefined> {
  return await redrawnPicture(given, { width: avatarPixels, height: avatarPixels })
}
