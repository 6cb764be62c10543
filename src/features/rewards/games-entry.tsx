import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useIsOff } from '../../entities/use-is-off.ts'
import { List, ListRow, rowLinkClass } from '../../ui/list-row.tsx'

/** What the coins of a check-in are good for; absent while the operator has switched the games off. */
export function GamesEntry() {
  if (useIsOff('games')) return null
  return (
    <List>
      <li>
        <Link to="/subPages/box/index" className={rowLinkClass}>
          <ListRow
            start="trophy"
            title={<Trans>Games</Trans>}
            detail={<Trans>Play with your coins. You see the odds next to every prize.</Trans>}
            leads
          />
        </Link>
      </li>
    </List>
  )
}
