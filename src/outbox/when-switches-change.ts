import type { QueryClient } from '@tanstack/react-query'
import type { CallPath } from '#protocol/calls.ts'
import type { Switches } from '#protocol/settings.ts'

const path: CallPath = 'sysconfig/getExamineStatus'

/**
 * Calls `changed` whenever the operator's switches are heard to be other ones than before, and at once where nothing is
 * known to be off: at start their answer may have been there first.
 */
export function whenSwitchesChange(client: Pick<QueryClient, 'getQueryCache'>, changed: () => void): () => void {
  const cache = client.getQueryCache()
  let known = cache.findAll({ queryKey: [path] }).map((it) => offIn(it.state.data))[0]
  if (known === '') changed()
  return cache.subscribe((event) => {
    if (event.query.queryKey[0] !== path || event.type !== 'updated' || event.action.type !== 'success') return
    const off = offIn(event.query.state.data)
    if (off === known) return
    known = off
    changed()
  })
}

/** Empty where nothing is off; undefined where there is no answer. */
function offIn(data: unknown): string | undefined {
  const switches = data as Switches | undefined
  return switches && (switches.examine ? switches.switchedOff.join() : '')
}
