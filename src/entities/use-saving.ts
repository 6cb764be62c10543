import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toast } from '../ui/toast.tsx'
import { useReason } from '../ui/use-reason.ts'

/** What became of saving a command: it is on this device's disk, or can be sent at once instead. */
type Saved = { isSaved: true } | { isSaved: false; reason: 'quota' | 'storage'; sendNow: () => Promise<void> }

export interface Saving {
  isSaving: boolean
  /**
   * Saves what was tapped and says so. `words` replace "Saved on this device"; null says nothing. Resolves true once it
   * is saved.
   */
  save: (saving: () => Promise<Saved>, words?: string | null) => Promise<boolean>
}

/**
 * The words of "saved on this device" and "not saved: send now?" (docs/offline.md, "States"), the same on every screen.
 */
export function useSaving(): Saving {
  const { t } = useLingui()
  const reason = useReason()
  const [isSaving, setSaving] = useState(false)
  const complain = (error: unknown) => toast(reason(error), { tone: 'danger', duration: 6000 })

  async function save(saving: () => Promise<Saved>, words: string | null = t`Saved on this device`): Promise<boolean> {
    setSaving(true)
    try {
      const saved = await saving()
      if (saved.isSaved) {
        if (words !== null) toast(words, { tone: 'positive' })
        return true
      }
      const said =
        saved.reason === 'quota' ? t`Not saved: this device has no room.` : t`Not saved: this browser keeps nothing.`
      toast(said, {
        tone: 'danger',
        action: {
          label: t`Send now`,
          onPress: () => void saved.sendNow().then(() => toast(t`Sent`, { tone: 'positive' }), complain),
        },
      })
    } catch (error) {
      complain(error)
    } finally {
      setSaving(false)
    }
    return false
  }

  return { isSaving, save }
}
