import { readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { PictureName } from '../../features/products/offers/catalogue-file.ts'
import { digestIn } from '../../picture-address.ts'
import { isWithin } from './files.ts'

const megabyte = 2 ** 20
/** Of one picture, as its file is. */
const mostBytes = 5 * megabyte
/** Of all pictures of one command. */
export const mostPictureBytes = 24 * megabyte

/** A file that a catalogue names and that isn't sent; its message names the product. */
export class PictureRefused extends Error {}

/** What of a catalogue is read here; what is wrong with it, the command itself finds. */
const Naming = v.object({
  products: v.array(
    v.fallback(v.object({ device: v.string(), picture: v.nullish(PictureName) }), { device: '', picture: null }),
  ),
})

/**
 * The pictures that a catalogue names, in base64 by their names. They lie in its folder or below. What is named as an
 * export names it may be missing: the server has it. `only` is a folder as for `readGiven`. Throws PictureRefused.
 */
export function picturesBeside(
  { path, text }: { path: string; text: string },
  only: string | undefined,
): Record<string, string> {
  const folder = realpathSync(dirname(path))
  const pictures: Record<string, string> = {}
  let sum = 0
  for (const [at, { device, picture }] of namedIn(text).entries()) {
    if (!picture || picture in pictures) continue
    const refuse = (problem: string): never => {
      throw new PictureRefused(`products.${at} (${device}).picture: "${picture}" ${problem}.`)
    }
    const real = realPath(join(folder, picture))
    if (real === undefined && digestIn(picture) !== undefined) continue
    if (real === undefined) return refuse('is not beside the catalogue')
    if (!isWithin(folder, real)) return refuse("leads out of the catalogue's folder")
    if (only !== undefined && !isWithin(realpathSync(only), real)) return refuse('lies outside OPERATOR_FILES')
    const file = statSync(real)
    if (!file.isFile()) return refuse('is not a file')
    if (file.size > mostBytes) return refuse('has more than 5 MB')
    sum += file.size
    if (sum > mostPictureBytes) return refuse('is too much: apply the products in several files, each with up to 24 MB')
    pictures[picture] = readFileSync(real).toString('base64')
  }
  return pictures
}

/**
 * Writes the pictures of an export into a folder that is there, in place of files of those names. Throws PictureRefused
 * where the folder isn't there or lies outside `only`.
 */
export function writePictures(files: Readonly<Record<string, string>>, folder: string, only: string | undefined): void {
  const real = realPath(folder)
  if (real === undefined || !statSync(real).isDirectory()) throw new PictureRefused(`${folder} is no folder.`)
  if (only !== undefined && !isWithin(realpathSync(only), real))
    throw new PictureRefused(`${folder} lies outside OPERATOR_FILES.`)
  for (const [name, base64] of Object.entries(files)) {
    if (digestIn(name) === undefined) throw new PictureRefused(`"${name}" is no name of a picture.`)
    // Removed first: writing would follow a link.
    rmSync(join(real, name), { force: true })
    writeFileSync(join(real, name), Buffer.from(base64, 'base64'), { flag: 'wx' })
  }
}

function namedIn(text: string): v.InferOutput<typeof Naming>['products'] {
  try {
    return v.parse(Naming, JSON.parse(text)).products
  } catch {
    return []
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
