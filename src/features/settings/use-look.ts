import { useState } from 'react'
import { updateProfile } from '#protocol/settings.ts'
import { debounce } from '../../lib/debounce.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { savedLook, type Base, type Look } from '../../ui/look.ts'
import { saveLook } from '../../ui/save-look.ts'
import { bases, type BaseName } from '../../ui/palette.ts'

/** A theme, one of the app's base colours, or a colour of the member's own. */
export type LookChange = { theme: Look['theme'] } | { base: BaseName } | { own: Base }

const usual: Look & Base = { base: 'purple', theme: 'system', ...bases.purple }

/**
 * The member's colours, and how to change them. A change shows at once on this device, and on others after they read
 * it.
 */
export function useLook(): { look: Look & Base; choose: (change: LookChange) => void } {
  const [look, setLook] = useState<Look & Base>(() => savedLook() ?? usual)
  const { run } = useCommand(updateProfile)
  // Debounced, because a slider changes at every step. The choice on this device doesn't depend on the command's
  // outcome.
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
