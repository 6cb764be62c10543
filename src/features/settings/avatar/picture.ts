import { avatarPixels, uploadAvatar } from '#protocol/settings.ts'

/** A part of a rotated picture, in its own pixels: `x` and `y` are relative to the corner of the rotated picture. */
export interface Cut {
  x: number
  y: number
  width: number
  height: number
  /** Degrees, clockwise. */
  rotation: number
}

/**
 * The longest side of the picture in the cropper. A larger one is scaled down: phones run out of memory on 50
 * megapixels.
 */
const mostShownPixels = 2048

/**
 * Reads a file for cropping and resolves with an object URL, which the caller revokes. Rejects where the browser can't
 * decode the file. Drawing the picture anew removes the metadata of the camera.
 */
export async function readPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, mostShownPixels / Math.max(picture.width, picture.height))
  const canvas = canvasOf(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  )
  contextOf(canvas).drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return URL.createObjectURL(await blobOf(canvas, 'image/png', 1))
}

/** Cuts a square of 512 pixels out of a picture. Resolves with a WebP, or a JPEG where the browser writes none. */
export async function cutPicture(src: string, cut: Cut): Promise<Uint8Array<ArrayBuffer>> {
  const picture = new Image()
  picture.src = src
  await picture.decode()
  const canvas = canvasOf(avatarPixels, avatarPixels)
  const context = contextOf(canvas)
  const { width, height } = turnedSize(picture.naturalWidth, picture.naturalHeight, cut.rotation)
  // Transparent pixels would become black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, avatarPixels, avatarPixels)
  context.imageSmoothingQuality = 'high'
  context.scale(avatarPixels / cut.width, avatarPixels / cut.height)
  context.translate(-cut.x + width / 2, -cut.y + height / 2)
  context.rotate((cut.rotation * Math.PI) / 180)
  context.drawImage(picture, -picture.naturalWidth / 2, -picture.naturalHeight / 2)
  return await encoded(canvas)
}

/** The size of the box around a picture that is rotated by so many degrees. */
export function turnedSize(width: number, height: number, rotation: number): { width: number; height: number } {
  const angle = (rotation * Math.PI) / 180
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))]
  return { width: cos * width + sin * height, height: sin * width + cos * height }
}

async function encoded(canvas: HTMLCanvasElement): Promise<Uint8Array<ArrayBuffer>> {
  for (const quality of [0.86, 0.6, 0.3]) {
    let blob = await blobOf(canvas, 'image/webp', quality)
    // Safari can't encode WebP and returns a PNG instead.
    if (blob.type !== 'image/webp') blob = await blobOf(canvas, 'image/jpeg', quality)
    if (blob.size <= (uploadAvatar.mostBodyBytes ?? 0)) return new Uint8Array(await blob.arrayBuffer())
  }
  throw new Error('the picture stays too large')
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  return Object.assign(document.createElement('canvas'), { width, height })
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  return context
}

function blobOf(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas is too large'))), type, quality)
  })
}
