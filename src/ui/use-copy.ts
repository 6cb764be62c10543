import { useLingui } from '@lingui/react/macro'
import { toast } from './toast.tsx'

/**
 * Copies a text and says whether that worked. It doesn't where the browser forbids it, and on a page without TLS.
 * `isOnScreen` is false for what the member can't select instead.
 */
export function useCopy({ isOnScreen = true } = {}): (text: string) => void {
  const { t } = useLingui()
  return (text) => {
    // Inside a promise, because without TLS there is no clipboard and the access throws.
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(text))
      .then(
        () => toast(t`Copied`, { tone: 'positive' }),
        () =>
          toast(
            isOnScreen
              ? t`This browser doesn't let the app copy. Select the text instead.`
              : t`This browser doesn't let the app copy.`,
            { tone: 'danger', duration: 6000 },
          ),
      )
  }
}
