/** What a picture may measure before it is made small: 16 million pixels decode into 64 MB. */
const mostPixels = 4096 * 4096
const secondsToDecode = 5

/**
 * Decodes a JPEG, PNG or WebP and makes it anew as WebP of the size given in pixels, its edges cut off where its shape
 * is another: without EXIF, profiles or comments. `background` lies behind what is transparent. Undefined where it is
 * none of these, is cut short, measures too much or takes too long.
 */
export async function redrawnPicture(
  given: Uint8Array,
  { width, height, background }: { width: number; height: number; background?: string },
): Promise<Uint8Array | undefined> {
  if (!isPicture(given)) return undefined
  const sharp = await decoder()
  try {
    return await sharp(given, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
      .timeout({ seconds: secondsToDecode })
      .autoOrient()
      .resize(width, height, { fit: 'cover' })
      .flatten(background === undefined ? false : { background })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    // Whatever the library says against it, who sent it learns that this picture can't be used.
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
