import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Chip } from '../ui/chip.tsx'

/**
 * The state of a queued command: the states of its row (docs/offline.md, "States"), and further states of a row that
 * was sent before.
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
  | 'lost'
  | 'notSaved'

const calm = 'cloud-queue' as const

/** Stands beside an action that isn't confirmed yet. The badge says the state; the row around it says which action. */
export function PendingBadge({ state }: { state: PendingState }) {
  const looks: Record<PendingState, ReactNode> = {
    queued: (
      <Chip tone="accent" icon={calm}>
        <Trans>Saved on this device</Trans>
      </Chip>
    ),
    inflight: (
      <Chip tone="accent" icon={calm}>
        <Trans>Sending</Trans>
      </Chip>
    ),
    unknown: (
      <Chip tone="warning" icon="warning">
        <Trans>Not known yet</Trans>
      </Chip>
    ),
    retrying: (
      <Chip tone="warning" icon={calm}>
        <Trans>Will retry</Trans>
      </Chip>
    ),
    checking: (
      <Chip tone="accent" icon={calm}>
        <Trans>Checking</Trans>
      </Chip>
    ),
    awaitingSignIn: (
      <Chip tone="warning" icon="user">
        <Trans>Sign in to send</Trans>
      </Chip>
    ),
    applied: (
      <Chip tone="positive" icon="cloud-done">
        <Trans>Confirmed</Trans>
      </Chip>
    ),
    rejected: (
      <Chip tone="danger" icon="warning">
        <Trans>Not accepted</Trans>
      </Chip>
    ),
    conflict: (
      <Chip tone="warning" icon="warning">
        <Trans>Changed elsewhere</Trans>
      </Chip>
    ),
    quarantined: (
      <Chip tone="danger" icon="warning">
        <Trans>Needs attention</Trans>
      </Chip>
    ),
    needsUpdate: (
      <Chip tone="warning" icon="refresh">
        <Trans>Update to send</Trans>
      </Chip>
    ),
    cancelled: (
      <Chip>
        <Trans>Cancelled</Trans>
      </Chip>
    ),
    lost: (
      <Chip tone="warning" icon="warning">
        <Trans>Lost by the server</Trans>
      </Chip>
    ),
    notSaved: (
      <Chip tone="danger" icon="warning">
        <Trans>Not saved</Trans>
      </Chip>
    ),
  }
  return looks[state]
}
