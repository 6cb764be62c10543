import type { Answer } from '#protocol/call.ts'
import type { customerService } from '#protocol/settings.ts'
import { AddressLink } from '../../entities/address-link.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { List, ListRow, rowLinkClass } from '../../ui/list-row.tsx'

type Channel = Answer<typeof customerService>['channels'][number]

const icons: Record<Channel['kind'], IconName> = { phone: 'phone', email: 'mail', chat: 'chat', web: 'share' }

/** The other channels are complete addresses. */
const schemes: Record<Channel['kind'], string> = { phone: 'tel:', email: 'mailto:', chat: '', web: '' }

/** The channels of customer service. A web page is confirmed before it opens, as every link out of the app is. */
export function Channels({ channels }: { channels: readonly Channel[] }) {
  return (
    <List>
      {channels.map((it) => (
        <li key={`${it.kind} ${it.address}`}>
          <ChannelLink channel={it} />
        </li>
      ))}
    </List>
  )
}

function ChannelLink({ channel: { kind, label, address } }: { channel: Channel }) {
  const row = <ListRow start={icons[kind]} title={label} detail={<bdi dir="ltr">{address}</bdi>} leads />
  return (
    <AddressLink address={`${schemes[kind]}${address}`} className={rowLinkClass}>
      {row}
    </AddressLink>
  )
}
