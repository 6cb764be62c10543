import { useLingui } from '@lingui/react/macro'
import { List, ListRow, rowLinkClass } from '../../ui/list-row.tsx'
import type { KnownPlace } from './known-places.ts'

/** Cities and the member's addresses that the search has found; choosing one searches around it. */
export function PlaceRows({ places, onChoose }: { places: readonly KnownPlace[]; onChoose: (id: string) => void }) {
  const { t } = useLingui()
  if (places.length === 0) return null
  return (
    <List label={t`Places to search around`}>
      {places.map(({ id, kind, title, detail }) => (
        <li key={id}>
          <button type="button" className={rowLinkClass} onClick={() => onChoose(id)}>
            <ListRow start={kind === 'address' ? 'home' : 'map-pin'} title={title} detail={detail} leads />
          </button>
        </li>
      ))}
    </List>
  )
}
