import type { Base } from './look.ts'

/**
 * The named base colours of the settings, beside a colour of the member's own; purple is the default (specification 1).
 */
export const bases = {
  purple: { hue: 296, vivid: 1 },
  blue: { hue: 258, vivid: 1 },
  sea: { hue: 215, vivid: 0.8 },
  green: { hue: 158, vivid: 0.8 },
  amber: { hue: 62, vivid: 0.75 },
  red: { hue: 22, vivid: 0.95 },
  pink: { hue: 350, vivid: 1 },
  graphite: { hue: 270, vivid: 0.12 },
} as const satisfies Record<string, Base>

export type BaseName = keyof typeof bases
