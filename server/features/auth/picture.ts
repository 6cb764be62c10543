import { avatarPixels } from '#protocol/settings.ts'

/** What a picture may measure before it is made small: 16 million pixels decode into 64 MB. */
const mostPixels = 4096 * 4096
const secondsToDecode = 5

/**
 * Decodes a JPEG, PNG or WebP and makes it anew: 512 pixels square, WebP, without EXIF, profiles or comments.
 * Undefined where it is none of these, is cut short, measures too much or takes too long.
 */
export async function smallPicture(given: Uint8Array): Promise<Uint8Array | undefined> {
  if (!isPicture(given)) return undefined
  const sharp = await decoder()
  try {
    return await sharp(given, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
      .timeout({ seconds: secondsToDecode })
      .autoOrient()
      .resize(avatarPixels, avatarPixels, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    // Whatever the library says against it, the member learns that this picture can't be used.
    return undefined
  }
}

/** By the first bytes: what calls itself a picture may be a document that loads others. */
function isPicture(bytes: Uint8Array): boolean {
  const starts = (text: string, at = 0) => Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text
  return starts('\xff\xd8\xff') || starts('\x89PNG\r\n\x1a\n') || (starts('RIFF') && starts('WEBP', 8))
}

type Decoder = (typeof import('sharp'))['default']
let loading: Promise<Decoder> | undefined

/** Loaded by the first upload: most servers never decode a picture in their first minutes. */
async function decoder(): Promise<Decoder> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    })
    // One picture is small; several at once may not take all threads and memory.
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return await loading
}
