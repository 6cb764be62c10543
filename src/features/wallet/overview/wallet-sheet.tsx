import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { lazy } from '../../../ui/lazy.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { DepositForm } from '../deposit/deposit-form.tsx'
import { ExchangeForm } from '../exchange/exchange-form.tsx'
import type { WalletDeed } from './wallet-actions.tsx'

// In a chunk of its own, because creating files takes more code than the wallets themselves.
const StatementForm = lazy(() => import('../statement/statement-form.tsx').then((it) => it.StatementForm))

/** The sheet of a wallet's action, over the wallets. It keeps its content during the closing animation. */
export function WalletSheet({ deed, onClose }: { deed: WalletDeed | undefined; onClose: () => void }) {
  const { t } = useLingui()
  const [last, setLast] = useState(deed)
  if (deed && deed !== last) setLast(deed)
  const titles: Record<WalletDeed, string> = {
    exchange: t`Move income to recharge`,
    deposit: t`Open a time deposit`,
    statement: t`Statement as a file`,
  }
  return (
    <Sheet isOpen={deed !== undefined} onClose={onClose} title={last ? titles[last] : ''}>
      {last === 'exchange' && <ExchangeForm onDone={onClose} />}
      {last === 'deposit' && <DepositForm onDone={onClose} />}
      {last === 'statement' && (
        <Suspense>
          <StatementForm />
        </Suspense>
      )}
    </Sheet>
  )
}
