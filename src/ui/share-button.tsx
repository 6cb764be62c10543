import { useLingui } from '@lingui/react/macro'
import { IconButton } from './button.tsx'
import { toast } from './toast.tsx'

interface ShareButtonProps {
  /** The title that the receiver of the link sees. */
  title: string
  /** Relative to the app: `#/open-location?…`, `p/ID`. */
  address: string
}

/** Passes a page's address to the phone's own share sheet, or copies it. */
export function ShareButton({ title, address }: ShareButtonProps) {
  const { t } = useLingui()

  async function share() {
    const url = new URL(address, location.origin + location.pathname).href
    try {
      if ('share' in navigator) return await navigator.share({ title, url })
      await (navigator as Navigator).clipboard.writeText(url)
      toast(t`Link copied`, { tone: 'positive' })
    } catch (failure) {
      // Closing the share sheet isn't an error.
      if (!(failure instanceof DOMException && failure.name === 'AbortError'))
        toast(t`This browser can't share the link. Copy it from the address bar.`, { duration: 6000 })
    }
  }

  return <IconButton icon="share" label={t`Share`} onClick={() => void share()} />
}
