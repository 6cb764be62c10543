import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { PlayLimits } from '#protocol/games.ts'
import { IconButton } from '../../ui/button.tsx'
import { LimitsSheet } from './limits-sheet.tsx'

/** Opens the limits; in the nav bar of every game. */
export function LimitsButton({ limits }: { limits: PlayLimits | undefined }) {
  const { t } = useLingui()
  const [isOpen, open] = useState(false)
  if (!limits) return null
  return (
    <>
      <IconButton icon="settings" label={t`Your limits and sound`} onClick={() => open(true)} />
      <LimitsSheet isOpen={isOpen} onClose={() => open(false)} limits={limits} />
    </>
  )
}
