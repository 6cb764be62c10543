import { useLingui } from '@lingui/react/macro'
import { toast } from '../ui/toast.tsx'
import { useReason } from '../ui/use-reason.ts'

/** The result of `useCommand`. */
type Outcome =
  | { kind: 'saved' | 'applied' | 'unknown' | 'abandoned' }
  | { kind: 'notSaved'; reason: 'quota' | 'storage'; sendNow: () => Promise<Outcome> }
  | { kind: 'rejected'; error: unknown }

/**
 * Shows a toast with the outcome of a background command, the same on every screen (docs/offline.md, "States"). `words`
 * replace "Saved on this device"; null shows no toast for that. Returns true where the command is saved.
 */
export function useTellOutcome(): (outcome: Outcome, words?: string | null) => boolean {
  const { t } = useLingui()
  const reason = useReason()

  return function tell(outcome, words = t`Saved on this device`) {
    switch (outcome.kind) {
      case 'saved':
        if (words !== null) toast(words, { tone: 'positive' })
        break
      case 'notSaved':
        toast(
          outcome.reason === 'quota'
            ? t`Not saved: this device is out of space.`
            : t`Not saved: this browser can't store anything.`,
          { tone: 'danger', action: { label: t`Send now`, onPress: () => void outcome.sendNow().then(tell) } },
        )
        break
      case 'applied':
        toast(t`Sent`, { tone: 'positive' })
        break
      case 'unknown':
        toast(t`Sent, but the answer got lost. We're checking it for you.`, { tone: 'danger', duration: 6000 })
        break
      case 'rejected':
        toast(reason(outcome.error), { tone: 'danger', duration: 6000 })
        break
      case 'abandoned':
    }
    return outcome.kind === 'saved'
  }
}
