import { useRouterState } from '@tanstack/react-router'
import { Suspense, useSyncExternalStore } from 'react'
import { homePath, placeAt } from '../sitemap.ts'
import { lazy, Nothing } from '../ui/lazy.tsx'
import { Toasts } from '../ui/toast.tsx'
import { heightAs } from './height-as.ts'
import { untilTextOf } from './locale.ts'
import { InstallPrompt } from './install-prompt.tsx'
import { MyBadge } from './my-badge.tsx'
import { StatusLine } from './status-line.tsx'
import { UpdatePrompt } from './update-prompt.tsx'
import { isOpenedAtHome } from './services.ts'
import { wasTouched } from './touched.ts'
import { lacksVerification } from './verification.ts'

const VerificationDialog = lazy(async () => {
  // Its text isn't the first frame's.
  const [it] = await Promise.all([import('./verification-dialog.tsx'), untilTextOf()])
  return it.VerificationDialog
})

const OpeningAdvertisement = lazy(
  () => import('../features/home/opening-advertisement.tsx').then((it) => it.OpeningAdvertisement),
  Nothing,
)

const OpeningSheet = lazy(async () => {
  const [it] = await Promise.all([import('../features/home/opening-sheet.tsx'), untilTextOf('home')])
  return it.OpeningSheet
}, Nothing)

export { MyBadge, StatusLine, Toasts }

const measured = heightAs('--notice')

/** The app's messages about itself, above the tabs; loaded after the first frame. */
export function Notices({ isTab }: { isTab: boolean }) {
  const isNotVerified = useSyncExternalStore(lacksVerification.subscribe, lacksVerification.getSnapshot)
  const isHome = useRouterState({ select: (state) => placeAt(state.location.pathname)?.path === homePath })
  return (
    <>
      <div ref={measured} data-unkept className="pointer-events-none! mb-(--strip,0px) flow-root">
        <UpdatePrompt />
        {isTab && <InstallPrompt />}
        {isNotVerified && (
          <Suspense>
            <VerificationDialog onClose={() => lacksVerification.set(false)} />
          </Suspense>
        )}
      </div>
      {isOpenedAtHome && isHome && (
        <Suspense>
          <OpeningAdvertisement wasTouched={wasTouched} Sheet={OpeningSheet} />
        </Suspense>
      )}
    </>
  )
}
