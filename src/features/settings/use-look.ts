import { useState } from 'react'
import { debounce } from '../../lib/debounce.ts'
import { reported } from '../../lib/report.ts'
import { saveLook, savedLook, type Base, type Look } from '../../ui/look.ts'
import { bases, type BaseName } from '../../ui/palette.ts'
import { editProfile } from './commands.ts'

/** A theme, one of our base colours, or a colour of the person's own mixing. */
export type LookChange = { theme: Look['theme'] } | { base: BaseName } | { own: Base }

const usual: Look & Base = { base: 'purple', theme: 'system', ...bases.purple }

/** Not at every step of a slider. The member's other devices take the last choice. */
const tell = debounce((look: Look & Base) => void editProfile({ look }).catch(reported('settings: look')))

/** The member's colours and how to choose others; what is chosen is seen at once, here, and later on other devices. */
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
    tell(next)
  }
  return { look, choose }
}
