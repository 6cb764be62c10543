import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { TopUp } from '#protocol/wallet.ts'
import { assetText } from '../../../lib/asset-amount.ts'
import { addressGroups, checkAddress, type AddressVerdict } from '../../../lib/chain-address.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Qr } from '../../../ui/qr.tsx'
import { useCopy } from '../../../ui/use-copy.ts'
import { leftToSend } from './top-up-steps.ts'

/**
 * The amount and the address of a transfer, both to be copied. The address's checksum is verified before it is shown.
 */
export function TransferTarget({ topUp }: { topUp: TopUp }) {
  const { t } = useLingui()
  const { address, network, asset, decimals } = topUp
  const verdict = useVerdict(address, network)
  const exact = assetText(leftToSend(topUp), decimals)
  if (verdict === 'wrong')
    return (
      <Banner tone="danger" icon="warning">
        <Trans>
          This address is damaged: its checksum is wrong. Don't send anything to it. Reload the page, and tell customer
          service if it stays wrong.
        </Trans>
      </Banner>
    )
  if (verdict === undefined) return null
  return (
    <Card>
      <div className="flex flex-col items-center gap-4 text-center">
        <p>
          <span className="block text-small text-ink-soft">
            <Trans>Send exactly</Trans>
          </span>
          <bdi className="figures block text-large font-strong select-all">
            {exact} {asset}
          </bdi>
        </p>
        <Copy text={exact} words={<Trans>Copy amount</Trans>} />
        <Qr text={address} label={t`QR code of the address`} />
        <div className="w-full">
          <p className="text-small text-ink-soft">
            <Trans>To this address</Trans>
          </p>
          {/* The groups are visual only: copied or spoken text has no gaps. */}
          <p dir="ltr" className="sr-only">
            {address}
          </p>
          <p
            dir="ltr"
            aria-hidden
            className="figures mt-1 flex flex-wrap justify-center gap-x-2.5 gap-y-1 rounded-md bg-sunken px-3 py-3 text-title"
          >
            {addressGroups(address).map((group, place) => (
              <span key={place} className={place === 0 ? 'font-strong' : undefined}>
                {group}
              </span>
            ))}
          </p>
          <p className="mt-2 flex items-center justify-center gap-1.5 text-small text-ink-soft">
            {verdict === 'right' ? (
              <>
                <Icon name="shield" size="tiny" />
                <Trans>Checksum verified on this device</Trans>
              </>
            ) : (
              <Trans>This browser can't check the address. Compare it carefully.</Trans>
            )}
          </p>
        </div>
        <Copy text={address} words={<Trans>Copy address</Trans>} />
      </div>
    </Card>
  )
}

/** Undefined while the address is being checked. */
function useVerdict(address: string, network: string): AddressVerdict | undefined {
  const [verdict, setVerdict] = useState<AddressVerdict>()
  useEffect(() => {
    let isHere = true
    void checkAddress(address, network).then((it) => isHere && setVerdict(it))
    return () => {
      isHere = false
    }
  }, [address, network])
  return verdict
}

function Copy({ text, words }: { text: string; words: React.ReactNode }) {
  const copy = useCopy()
  return (
    <Button wide look="quiet" icon="copy" onClick={() => copy(text)}>
      {words}
    </Button>
  )
}
