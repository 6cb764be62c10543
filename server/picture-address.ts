import { prefix } from '#protocol/headers.ts'

/** Under `/wx/`: where pictures of members and products are served. */
export const picturePath = 'picture'

/** Pixels of a product's picture. One size for cards and pages: what a list has shown is there offline on its page. */
export const productPictureSize = { width: 800, height: 600 }

/** The address of a picture: by its content, so that it can be kept for ever. */
export function pictureAddress(digest: string): string {
  return `${prefix}${picturePath}/${pictureFile(digest)}`
}

/** The address of a product's picture; null where it has none. */
export function pictureOf(digest: string | null | undefined): string | null {
  return digest ? pictureAddress(digest) : null
}

/** The last part of a picture's address; a catalogue names it so too. */
export function pictureFile(digest: string): string {
  return `${digest}.webp`
}

/** The digest in the name of a picture; undefined where the name is of another form. */
export function digestIn(file: string): string | undefined {
  return /^([\w-]{43})\.webp$/.exec(file)?.[1]
}
