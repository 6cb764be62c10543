import { useLingui } from '@lingui/react/macro'
import { reasonOf } from '../../outbox/enqueue.ts'
import { retryNow } from '../../outbox/retry-now.ts'
import { toast } from '../../ui/toast.tsx'

/** Sends one command, or all that wait, now; says so where this device's storage prevents it. */
export function useRetry(): (id?: string) => void {
  const { t } = useLingui()
  return (id) => {
    retryNow(id).catch((failure: unknown) => {
      const isFull = reasonOf(failure) === 'quota'
      toast(isFull ? t`Not sent: this device is out of space.` : t`Something went wrong in the app.`, {
        tone: 'danger',
      })
    })
  }
}
