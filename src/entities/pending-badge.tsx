import { Trans } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { Chip } from '../ui/chip.tsx'

/**
 * The state of a queued command: the states of its row (docs/offline.md, "States"), and further states of a row that
 * was sent before, or that was given up unsent.
 */
export type PendingState =
  | 'queued'
  | 'inflight'
  | 'unknown'
  | 'applied'
  | 'rejected'
  | 'conflict'
  | 'quarantined'
  | 'awaitingSignIn'
  | 'needsUpdate'
  | 'cancelled'
  | 'retrying'
  | 'checking'
  | 'notSent'
  | 'lost'
  | 'notSaved'

const calm = 'cloud-queue' as const

type Look = Pick<ComponentProps<typeof Chip>, 'tone' | 'icon'> & { words: ReactNode }

/** Stands beside an action that isn't confirmed yet. The badge says the state; the row around it says which action. */
export function PendingBadge({ state }: { state: PendingState }) {
  const looks: Record<PendingState, Look> = {
    queued: { tone: 'accent', icon: calm, words: <Trans>Saved on this device</Trans> },
    inflight: { tone: 'accent', icon: calm, words: <Trans>Sending</Trans> },
    unknown: { tone: 'warning', icon: 'warning', words: <Trans>Not confirmed yet</Trans> },
    retrying: { tone: 'warning', icon: calm, words: <Trans>Will retry</Trans> },
    checking: { tone: 'accent', icon: calm, words: <Trans>Checking</Trans> },
    awaitingSignIn: { tone: 'warning', icon: 'user', words: <Trans>Log in to send</Trans> },
    applied: { tone: 'positive', icon: 'cloud-done', words: <Trans>Confirmed</Trans> },
    rejected: { tone: 'danger', icon: 'warning', words: <Trans>Not accepted</Trans> },
    notSent: { icon: 'info', words: <Trans>Not sent</Trans> },
    conflict: { tone: 'warning', icon: 'warning', words: <Trans>Changed elsewhere</Trans> },
    quarantined: { tone: 'danger', icon: 'warning', words: <Trans>Needs attention</Trans> },
    needsUpdate: { tone: 'warning', icon: 'refresh', words: <Trans>Update to send</Trans> },
    cancelled: { words: <Trans>Cancelled</Trans> },
    lost: { tone: 'warning', icon: 'warning', words: <Trans>Missing on the server</Trans> },
    notSaved: { tone: 'danger', icon: 'warning', words: <Trans>Not saved</Trans> },
  }
  const { words, ...look } = looks[state]
  return <Chip {...look}>{words}</Chip>
}
