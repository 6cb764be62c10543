import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Qr } from '../../ui/qr.tsx'
import { useCopy } from '../../ui/use-copy.ts'

/** The member's code and link, to be copied or shared. */
export function Invitation({ code, link }: { code: string; link: string }) {
  const { t } = useLingui()
  const canShare = 'share' in navigator
  const copy = useCopy()
  // Closing the share sheet rejects too, but is no failure.
  const share = () =>
    navigator
      .share({ title: 'Voltfolio', text: t`See what shared vehicles and charging piles really earn.`, url: link })
      .catch(() => {})
  return (
    <Card>
      <div className="flex flex-col items-center gap-4 text-center">
        <p>
          <span className="block text-small text-ink-soft">
            <Trans>Your invite code</Trans>
          </span>
          <span dir="ltr" className="figures block text-hero font-strong tracking-widest select-all">
            {code}
          </span>
        </p>
        <Qr text={link} label={t`QR code of your invitation`} />
        <p dir="ltr" className="w-full rounded-md bg-sunken px-3 py-2 text-small wrap-anywhere select-all">
          {link}
        </p>
        <div className="flex w-full flex-col gap-2">
          {canShare ? (
            <Button wide icon="share" onClick={() => void share()}>
              <Trans>Send link</Trans>
            </Button>
          ) : (
            <Button wide icon="copy" onClick={() => copy(link)}>
              <Trans>Copy link</Trans>
            </Button>
          )}
          {canShare && (
            <Button wide look="quiet" icon="copy" onClick={() => copy(link)}>
              <Trans>Copy link</Trans>
            </Button>
          )}
          <Button wide look="plain" onClick={() => copy(code)}>
            <Trans>Copy code</Trans>
          </Button>
        </div>
      </div>
    </Card>
  )
}
