import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import { speakAs } from '#src/api/api.ts'
import { visitorConnection } from '#src/cache/cache.ts'
import { readMeta } from '#src/cache/storage/meta.ts'
import { createEmitter } from '#src/lib/signal.ts'
import { followCaller } from '#src/shell/follow-caller.ts'

test('the worker speaks the language that was chosen last', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  const { emit, subscribe } = createEmitter()
  followCaller(subscribe)
  speakAs({ language: 'ar', country: 'SA' })
  emit()
  await vi.waitFor(async () =>
    expect(await readMeta(visitorConnection(), 'caller')).toMatchObject({ language: 'ar', country: 'SA' }),
  )
})
