import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { IconName } from '../../ui/icon.tsx'
import { List, ListRow, rowLinkClass } from '../../ui/list-row.tsx'
import { RouteLink } from '../../ui/route-link.tsx'
import { GameArt } from './art.tsx'

/** The other games; of `open`, where it is known, those alone. */
export function OtherGames({ route, open }: { route: string; open?: readonly (string | undefined)[] | undefined }) {
  const { t } = useLingui()
  const games = [
    { to: '/subPages/box/index', art: 'wheel', name: <Trans>Gold-coin lottery</Trans> },
    { to: '/subPages/box/index2', art: 'balls', name: <Trans>Lucky Ball lottery</Trans> },
    { to: '/subPages/box/index3', art: 'box', name: <Trans>Nine boxes</Trans> },
    { to: '/subPages/box/index4', art: 'box-2', name: <Trans>Boxes with a guarantee</Trans> },
  ]
  return (
    <ul aria-label={t`Other games`} className="grid grid-cols-3 gap-2">
      {games
        .filter((it) => it.to !== route && (open?.includes(it.to) ?? true))
        .map((it) => (
          <li key={it.to}>
            <RouteLink
              route={it.to}
              className="flex h-full flex-col items-center gap-1 rounded-lg bg-surface p-2 text-center text-small wrap-anywhere shadow-card hover:bg-sunken/60"
            >
              <GameArt art={it.art} size="h-16 w-full" />
              {it.name}
            </RouteLink>
          </li>
        ))}
    </ul>
  )
}

/** What belongs to every game: past draws, prizes, the highest prizes, the pool. */
export function GameLinks({ lastDraw }: { lastDraw: string | undefined }) {
  const { t } = useLingui()
  return (
    <List label={t`Draws and prizes`}>
      {lastDraw !== undefined && (
        <Entry to={`/subPages/box/check?id=${lastDraw}`} icon="shield" title={<Trans>Check the last draw</Trans>} />
      )}
      <Entry to="/subPages/box/giftList" icon="gift" title={<Trans>Prizes won</Trans>} />
      <Entry to="/subPages/box/historyList" icon="receipt" title={<Trans>All draws</Trans>} />
      <Entry to="/subPages/jackpot/index" icon="trophy" title={<Trans>Highest prizes</Trans>} />
      <Entry to="/subPages/jackpot/index2" icon="coin" title={<Trans>Prize pool</Trans>} />
    </List>
  )
}

function Entry({ to, icon, title }: { to: string; icon: IconName; title: ReactNode }) {
  return (
    <li>
      <RouteLink route={to} className={rowLinkClass}>
        <ListRow start={icon} title={title} leads />
      </RouteLink>
    </li>
  )
}
