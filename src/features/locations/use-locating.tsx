import { useLingui } from '@lingui/react/macro'
import { useState, useSyncExternalStore, type ReactNode } from 'react'
import { toast } from '../../ui/toast.tsx'
import { lastPosition, saveLastPosition, type LastPosition } from './last-position.ts'
import { LocateSheet } from './locate-sheet.tsx'
import { locate, type LocationFailure, type Precision } from './locate.ts'
import { LocationFailureDialog } from './location-failure-dialog.tsx'

type State =
  | { kind: 'idle' }
  | { kind: 'choosing' }
  | { kind: 'asking' }
  | { kind: 'failed'; failure: LocationFailure; precision: Precision }

/** Where the device last was; undefined where that isn't known. */
export function useLastPosition(): LastPosition | undefined {
  return useSyncExternalStore(lastPosition.subscribe, lastPosition.getSnapshot)
}

/**
 * Finds out where the reader is, on a tap only: `begin` opens the choice between rough and exact. After a failure, and
 * the dialog about it, the last stored place stands in where there is one (specification 8).
 */
export function useLocating(onPlace: () => void): { begin: () => void; isAsking: boolean; overlays: ReactNode } {
  const { t } = useLingui()
  const last = useLastPosition()
  const [state, setState] = useState<State>({ kind: 'idle' })
  const idle = () => setState({ kind: 'idle' })
  async function ask(precision: Precision) {
    setState({ kind: 'asking' })
    const located = await locate(precision)
    if (located.kind === 'failed') return setState({ kind: 'failed', failure: located.failure, precision })
    saveLastPosition(located.position)
    idle()
    onPlace()
  }
  function goOn() {
    idle()
    if (last) onPlace()
    else toast(t`We don't know your location. Search for a city instead.`, { duration: 6000 })
  }
  return {
    begin: () => setState({ kind: 'choosing' }),
    isAsking: state.kind === 'asking',
    overlays: (
      <>
        <LocateSheet isOpen={state.kind === 'choosing'} onClose={idle} onChoose={(it) => void ask(it)} />
        <LocationFailureDialog
          failure={state.kind === 'failed' ? state.failure : undefined}
          lastAt={last?.foundAt}
          onRetry={() => {
            if (state.kind === 'failed') void ask(state.precision)
          }}
          onGoOn={goOn}
        />
      </>
    ),
  }
}
