import { useState } from 'react'
import { saveLook, savedLook, type Base, type Look } from '../../ui/look.ts'
import { bases, type BaseName } from '../../ui/palette.ts'

/** A theme, one of our base colours, or a colour of the person's own mixing. */
export type LookChange = { theme: Look['theme'] } | { base: BaseName } | { own: Base }

const usual: Look & Base = { base: 'purple', theme: 'system', ...bases.purple }

/** The colours of this device and how to choose others; what is chosen is seen at once. */
export function useLook(): { look: Look & Base; choose: (change: LookChange) => void } {
  const [look, setLook] = useState<Look & Base>(() => savedLook() ?? usual)
  const choose = (change: LookChange) => {
    const next = {
      ...look,
      ...('theme' in change
        ? change
        : 'own' in change
          ? { base: 'own', ...change.own }
          : { ...change, ...bases[change.base] }),
    }
    saveLook(next)
    setLook(next)
  }
  return { look, choose }
}
