import type { QueryClient } from '@tanstack/react-query'
import type { CallPath } from '#protocol/calls.ts'
import type { Switches } from '#protocol/settings.ts'

const path: CallPath = 'sysconfig/getExamineStatus'

/**
 * Calls `retry` whenever a feature may be back: when the operator's switches are heard to be other ones than before,
 * and whenever nothing is off by them, because that may have changed unheard. At once too: at start their answer may
 * have been there first.
 */
export function whenSwitchesChange(client: Pick<QueryClient, 'getQueryCache'>, retry: () => void): () => void {
  const cache = client.getQueryCache()
  let known = cache.findAll({ queryKey: [path] }).map((it) => offIn(it.state.data))[0]
  if (known === '') retry()
  return cache.subscribe((event) => {
    if (event.query.queryKey[0] !== path || event.type !== 'updated' || event.action.type !== 'success') return
    const off = offIn(event.query.state.data)
    const mayBeBack = off === '' || off !== known
    known = off
    if (mayBeBack) retry()
  })
}

/** Empty where nothing is off; undefined where there is no answer. */
function offIn(data: unknown): string | undefined {
  const switches = data as Switches | undefined
  return switches && (switches.examine ? switches.switchedOff.join() : '')
}
