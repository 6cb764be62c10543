import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { List, ListRow, rowLinkClass } from '../../ui/list-row.tsx'

/** Links to what an account is signed in to and paid from with. */
export function PasswordEntries() {
  const { t } = useLingui()
  return (
    <List label={t`Passwords and phone`}>
      <li>
        <Link to="/pages/auth/changePassword" className={rowLinkClass}>
          <ListRow start="shield" title={<Trans>Change password</Trans>} leads />
        </Link>
      </li>
      <li>
        <Link to="/pages/auth/changePassword" search={{ of: 'transaction' }} className={rowLinkClass}>
          <ListRow start="shield" title={<Trans>Transaction password</Trans>} leads />
        </Link>
      </li>
      <li>
        <Link to="/pages/auth/bind" className={rowLinkClass}>
          <ListRow start="user" title={<Trans>Bind phone</Trans>} leads />
        </Link>
      </li>
    </List>
  )
}
