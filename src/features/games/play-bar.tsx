import { Plural } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { profile } from '../../entities/profile.ts'
import { Button } from '../../ui/button.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { obstacleOf } from './obstacle.ts'
import { ObstacleLine } from './obstacle-line.tsx'
import { wakeSound } from './sound.ts'
import type { Table } from './table.ts'
import type { Playing } from './use-playing.ts'

interface PlayBarProps {
  table: Table
  playing: Playing
  inviteGoldCoins: number | undefined
  /** How many draws at once. */
  count?: number
  onPlay: () => void
}

/** The button with its price, or why it can't be pressed. */
export function PlayBar({ table, playing, inviteGoldCoins, count = 1, onPlay }: PlayBarProps) {
  const isOnline = useOnline()
  const level = useQuery(profile).data?.userInfo.level
  const obstacle = obstacleOf(table, { count, isOnline, level })
  const isBusy = playing.phase !== 'idle'
  const { of, amount } = table.game.price
  return (
    <>
      {obstacle && !isBusy && <ObstacleLine obstacle={obstacle} inviteGoldCoins={inviteGoldCoins} />}
      <Button
        wide
        icon={of === 'gold' ? 'coin' : 'bolt'}
        busy={isBusy}
        disabled={!isBusy && (obstacle !== undefined || !playing.isReady || playing.isUnknown)}
        onClick={() => {
          wakeSound()
          onPlay()
        }}
      >
        {of === 'gold' ? (
          <Plural value={amount * count} one="Play for # gold coin" other="Play for # gold coins" />
        ) : (
          <Plural value={amount * count} one="Play for # Lucky Ball" other="Play for # Lucky Balls" />
        )}
      </Button>
    </>
  )
}
