import { i18n } from '@lingui/core'
import { beforeAll, expect, test, vi } from 'vitest'
import type { ComponentProps } from 'react'
import { UpdateAction } from '#src/features/settings/update-action.tsx'
import { UpdateState } from '#src/features/settings/update-state.tsx'
import { ServiceWorkerContext } from '#src/ui/service-worker-context.ts'
import { markupOf } from '#tests/support/markup.tsx'

vi.mock('#src/ui/use-online.ts', () => ({ useOnline: () => true }))
beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const shown = (
  { isNewer, hasWorker }: ComponentProps<typeof UpdateState>,
  progress?: { done: number; total: number; isUpdate: boolean },
) =>
  markupOf(
    <ServiceWorkerContext
      value={{
        isReadyOffline: false,
        languages: undefined,
        progress,
        isUpdateWaiting: false,
        applyUpdate: async () => 'updating',
      }}
    >
      <UpdateState isNewer={isNewer} hasWorker={hasWorker} />
      <UpdateAction isNewer={isNewer === true} hasWorker={hasWorker} />
    </ServiceWorkerContext>,
  ).toLowerCase()

test('without a service worker nothing is said to be downloading: a reload brings the newer version', () => {
  const text = shown({ isNewer: true, hasWorker: false })
  expect(text).not.toContain('downloading')
  expect(text).toContain('reload the app to get it')
  expect(text).toContain('reload the app</')
  expect(shown({ isNewer: false, hasWorker: false })).not.toContain('<button')
})

test('with one, a newer version is said to be downloading only while it is', () => {
  const text = shown({ isNewer: true, hasWorker: true })
  expect(text).not.toContain('downloading')
  expect(text).toContain('check for updates</')
  expect(shown({ isNewer: true, hasWorker: true }, { done: 1, total: 9, isUpdate: true })).toContain(
    'downloading a new version: 1 of 9 parts',
  )
})
