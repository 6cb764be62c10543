import { Suspense, useEffect, useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { onOutcome } from '../api/api.ts'
import { late } from '../ui/late.tsx'
import { Toasts } from '../ui/toast.tsx'
import { InstallPrompt } from './install-prompt.tsx'
import { MyBadge } from './my-badge.tsx'
import { StatusLine } from './status-line.tsx'
import { UpdatePrompt } from './update-prompt.tsx'

const VerificationDialog = late(() => import('./verification-dialog.tsx').then((it) => it.VerificationDialog))

/** Our own server never answers it; another operator's may (specification 8). */
const notVerified = 524

export { MyBadge, Toasts }

/** What the app has to say about itself, above the tabs; loaded after the first frame. */
export function Notices({ isTab }: { isTab: boolean }) {
  const [isNotVerified, setNotVerified] = useState(false)
  useEffect(() => onOutcome((error) => { if (error instanceof ApiError && error.errno === notVerified) setNotVerified(true) }), [])
  return (
    <>
      <div className="pointer-events-none!">
        <UpdatePrompt />
        {isTab && <InstallPrompt />}
        {isNotVerified && <Suspense><VerificationDialog onClose={() => setNotVerified(false)} /></Suspense>}
      </div>
      <StatusLine />
    </>
  )
}
