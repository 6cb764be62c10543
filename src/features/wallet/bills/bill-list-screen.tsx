import { useLingui } from '@lingui/react/macro'
import { createFileRoute, getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { IconLink } from '../../../ui/icon-link.tsx'
import { Screen } from '../../../ui/screen.tsx'
import { BillList } from './bill-list.tsx'
import { billSearch } from '../search.ts'
import type { WalletDeed } from '../overview/wallet-actions.tsx'
import { WalletSheet } from '../overview/wallet-sheet.tsx'

export const Route = createFileRoute('/pages/my/historyList')({ validateSearch: billSearch, component: BillListScreen })

const route = getRouteApi('/pages/my/historyList')

function BillListScreen() {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [deed, setDeed] = useState<WalletDeed>()
  return (
    <Screen
      width="panes"
      actions={
        <>
          <IconLink to="/pages/my/books" icon="shield" label={t`Where the money is`} />
          <IconButton icon="download" label={t`Download statement`} onClick={() => setDeed('statement')} />
        </>
      }
    >
      <BillList
        search={search}
        onDo={setDeed}
        onSearch={(change) => void navigate({ search: { ...search, ...change }, replace: true, resetScroll: false })}
      />
      <WalletSheet deed={deed} onClose={() => setDeed(undefined)} />
    </Screen>
  )
}
