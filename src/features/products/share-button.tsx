import { useLingui } from '@lingui/react/macro'
import type { ProductCard } from '#protocol/products.ts'
import { IconButton } from '../../ui/button.tsx'
import { productPath } from '../../entities/product-path.ts'
import { toast } from '../../ui/toast.tsx'

/** Hands the page's address to the phone's own share sheet, or to the clipboard. */
export function ShareButton({ product: { id, kind, name } }: { product: ProductCard }) {
  const { t } = useLingui()

  async function share() {
    const url = `${location.origin}${location.pathname}#${productPath(kind)}?id=${id}`
    try {
      if ('share' in navigator) return await navigator.share({ title: name, url })
      await (navigator as Navigator).clipboard.writeText(url)
      toast(t`Link copied`, { tone: 'positive' })
    } catch (failure) {
      // Closing the share sheet is no failure.
      if (!(failure instanceof DOMException && failure.name === 'AbortError'))
        toast(t`This browser does not let the link be shared. Copy it from the address bar.`, { duration: 6000 })
    }
  }

  return <IconButton icon="share" label={t`Share`} onClick={() => void share()} />
}
