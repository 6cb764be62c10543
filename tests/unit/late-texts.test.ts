import { i18n, type Messages } from '@lingui/core'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { activateLocale, chooseLocale, firstTexts, untilTextOf } from '#src/shell/locale.ts'
import { syncStorageOf } from '#tests/support/fake-storage.ts'

const { texts } = vi.hoisted(() => ({ texts: {} as Record<string, Messages> }))
vi.mock('#src/shell/texts.ts', () => ({ textOf: async (_: string, area: string) => texts[area] ?? {} }))

beforeEach(async () => {
  vi.stubGlobal('localStorage', syncStorageOf())
  vi.stubGlobal('document', { documentElement: {} })
  for (const language of Object.keys(firstTexts)) firstTexts[language] = () => Promise.resolve({ messages: {} })
  await activateLocale()
  await chooseLocale({ language: 'en', country: 'SG' })
})

/** How often everything would be drawn anew. */
function redrawn() {
  const redraw = vi.fn<() => void>()
  onTestFinished(i18n.on('change', redraw))
  return redraw
}

test('texts that come before anything says them draw nothing anew', async () => {
  texts['news'] = { news: ['News'] }
  const redraw = redrawn()
  await untilTextOf('news')
  expect(i18n._('news')).toBe('News')
  expect(redraw).not.toHaveBeenCalled()
})

test('a page that was drawn without its text is drawn anew with it', async () => {
  texts['team'] = { team: ['Team'] }
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(i18n._('team')).toBe('team')
  const redraw = redrawn()
  await untilTextOf('team')
  expect(redraw).toHaveBeenCalledOnce()
  expect(i18n._('team')).toBe('Team')
})
