import type { ReactNode } from 'react'
import type { Slot } from '#protocol/games.ts'
import { useRewardText } from '../../entities/reward-text.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import { SlotArt } from './art.tsx'

interface SlotRowProps {
  slot: Pick<Slot, 'name' | 'art' | 'reward'>
  /** A line below the name; the reward where nothing else is said. */
  detail?: ReactNode
  end?: ReactNode
  endDetail?: ReactNode
  leads?: boolean
}

/** A slot in a list: its drawing, its name and what it gives. */
export function SlotRow({ slot, detail, end, endDetail, leads = false }: SlotRowProps) {
  const text = useRewardText()
  const reward = slot.reward && text(slot.reward)
  return (
    <ListRow
      start={<SlotArt art={slot.art} />}
      title={slot.name}
      detail={detail ?? (reward === slot.name ? undefined : reward)}
      end={end}
      endDetail={endDetail}
      leads={leads}
    />
  )
}
