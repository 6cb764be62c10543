import * as v from 'valibot'
import { Slug } from './primitives.ts'

/**
 * A member's colours: a base by name, or `own` of their mixing, with what it comes to (`hue` in degrees, `vivid` from 0
 * to 1), and light, dark or the device's way.
 */
export const Look = v.object({
  base: Slug,
  theme: v.picklist(['system', 'light', 'dark']),
  hue: v.pipe(v.number(), v.minValue(0), v.maxValue(360)),
  vivid: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
})
export type Look = v.InferOutput<typeof Look>
