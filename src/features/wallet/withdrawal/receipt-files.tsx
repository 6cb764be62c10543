import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Withdrawal } from '#protocol/wallet.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { textPainter } from '../statement/paint-text.ts'
import { receiptPdf } from './receipt-pdf.ts'
import { receiptPicture } from './receipt-picture.ts'
import { useReceipt } from './receipt.ts'

/** The receipt of a withdrawal, to pass on as a picture or to keep as a PDF. Both are made on this device. */
export function ReceiptFiles({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useLingui()
  const receiptOf = useReceipt()
  const [isMaking, setMaking] = useState(false)

  async function make(file: () => Promise<void>) {
    setMaking(true)
    try {
      await file()
    } catch (failure) {
      // Closing the share sheet isn't an error.
      if (!(failure instanceof DOMException && failure.name === 'AbortError'))
        toast(t`This device couldn't create the receipt.`, { tone: 'danger', duration: 6000 })
    } finally {
      setMaking(false)
    }
  }
  const share = async () => {
    const receipt = receiptOf(withdrawal)
    const name = `${receipt.fileName}.png`
    const picture = await receiptPicture(receipt)
    const files = [new File([picture], name, { type: 'image/png' })]
    if ('canShare' in navigator && navigator.canShare({ files })) await navigator.share({ files, title: receipt.title })
    else saveFile(name, picture)
  }
  const savePdf = async () => {
    const receipt = receiptOf(withdrawal)
    saveFile(`${receipt.fileName}.pdf`, await receiptPdf(receipt, textPainter(receipt.isFromRight ? 'rtl' : 'ltr')))
  }
  return (
    <div className="flex flex-wrap gap-2 *:flex-auto">
      <Button look="quiet" icon="share" busy={isMaking} onClick={() => void make(share)}>
        <Trans>Share receipt</Trans>
      </Button>
      <Button look="quiet" icon="download" busy={isMaking} onClick={() => void make(savePdf)}>
        <Trans>Save as PDF</Trans>
      </Button>
    </div>
  )
}
