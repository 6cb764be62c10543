import { useState } from 'react'
import { updateProfile } from '#protocol/settings.ts'
import { debounce } from '../../lib/debounce.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { saveLook, savedLook, type Base, type Look } from '../../ui/look.ts'
import { bases, type BaseName } from '../../ui/palette.ts'

/** A theme, one of our base colours, or a colour of the person's own mixing. */
export type LookChange = { theme: Look['theme'] } | { base: BaseName } | { own: Base }

const usual: Look & Base = { base: 'purple', theme: 'system', ...bases.purple }

/**
 * The member's colours and how to choose others. What is chosen is seen at once here, and later on their other devices.
 */
export function useLook(): { look: Look & Base; choose: (change: LookChange) => void } {
  const [look, setLook] = useState<Look & Base>(() => savedLook() ?? usual)
  const { run } = useCommand(updateProfile)
  // Not at every step of a slider. On this device the choice holds whatever becomes of it.
  const [tell] = useState(() => debounce((chosen: Look & Base) => void run({ look: chosen })))
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
