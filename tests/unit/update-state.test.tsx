import { i18n } from '@lingui/core'
import { beforeAll, expect, test, vi } from 'vitest'
import type { ComponentProps } from 'react'
import { appVersion } from '#protocol/headers.ts'
import { UpdateAction } from '#src/features/settings/update-action.tsx'
import { newnessOf, UpdateState } from '#src/features/settings/update-state.tsx'
import { ServiceWorkerContext } from '#src/ui/service-worker-context.ts'
import { markupOf } from '#tests/support/markup.tsx'

vi.mock('#src/ui/use-online.ts', () => ({ useOnline: () => true }))
beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const shown = (
  { newness, hasWorker }: ComponentProps<typeof UpdateState>,
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
      <UpdateState newness={newness} hasWorker={hasWorker} />
      <UpdateAction isNewer={newness === 'newer'} hasWorker={hasWorker} onLooked={() => {}} />
    </ServiceWorkerContext>,
  ).toLowerCase()

test('without a service worker nothing is said to be downloading: a reload brings the newer version', () => {
  const text = shown({ newness: 'newer', hasWorker: false })
  expect(text).not.toContain('downloading')
  expect(text).toContain('reload the app to get it')
  expect(text).toContain('reload the app</')
  expect(shown({ newness: 'same', hasWorker: false })).not.toContain('<button')
})

test('with one, a newer version is said to be downloading only while it is', () => {
  const text = shown({ newness: 'newer', hasWorker: true })
  expect(text).not.toContain('downloading')
  expect(text).toContain('check for updates</')
  expect(shown({ newness: 'newer', hasWorker: true }, { done: 1, total: 9, isUpdate: true })).toContain(
    'downloading a new version: 1 of 9 parts',
  )
})

test.each([
  ['99.0.0', true, 'newer'],
  ['99.0.0', undefined, 'newer'],
  ['0.0.1', true, 'another'],
  [appVersion, true, 'another'],
  [appVersion, false, 'same'],
  ['0.0.1', false, 'same'],
  [appVersion, undefined, undefined],
  [undefined, true, undefined],
])('the version %s on the server, and another build: %s, is %s', (version, data, newness) => {
  expect(newnessOf(version, { data, isError: false })).toBe(newness)
})

test('a build that the server could not be asked for is unchecked, and said to be', () => {
  const newness = newnessOf(appVersion, { isError: true })
  expect(newness).toBe('unchecked')
  const text = shown({ newness, hasWorker: true })
  expect(text).toContain("couldn't check for a newer version".replace("'", '&#x27;'))
  expect(text).toContain('check for updates</')
})

test('an earlier version after a roll-back is not called newer', () => {
  const text = shown({ newness: 'another', hasWorker: true })
  expect(text).not.toContain('newer')
  expect(text).toContain('another version')
})
