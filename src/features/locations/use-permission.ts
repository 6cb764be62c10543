import { useEffect, useState } from 'react'
import { permissionIn } from './locate.ts'

/** Whether the browser passes the device's place on, as it changes; undefined until known, or where it doesn't tell. */
export function usePermission(): PermissionState | undefined {
  const [state, setState] = useState<PermissionState>()
  useEffect(() => {
    const end = new AbortController()
    void permissionIn('permissions' in navigator ? navigator.permissions : undefined).then((status) => {
      if (!status || end.signal.aborted) return
      setState(status.state)
      status.addEventListener('change', () => setState(status.state), { signal: end.signal })
    })
    return () => end.abort()
  }, [])
  return state
}
