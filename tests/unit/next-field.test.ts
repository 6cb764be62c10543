import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { KeyboardEvent } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { toNextField } from '#src/ui/next-field.ts'
import { root } from '#server/install.mjs'
import { filesIn } from '#server/sources.mjs'

afterEach(() => vi.unstubAllGlobals())

/** The parts of a control that decide where the focus goes. */
function control(type: string, enterKeyHint = '', more: object = {}) {
  const attributes = new Map(Object.entries(more))
  return {
    type,
    enterKeyHint,
    focus: vi.fn<() => void>(),
    getAttribute: (name: string) => attributes.get(name) ?? null,
    ...more,
  }
}

/** Presses a key in the first of these controls of a form, on a phone unless told otherwise. */
function pressed(controls: ReturnType<typeof control>[], { key = 'Enter', isPhone = true, isComposing = false } = {}) {
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone }))
  const target = { ...controls[0], form: { elements: [] as unknown[] } }
  target.form.elements = [target, ...controls.slice(1)]
  const preventDefault = vi.fn<() => void>()
  const event = { key, target, defaultPrevented: false, preventDefault, nativeEvent: { isComposing } }
  toNextField(event as unknown as KeyboardEvent)
  expect(preventDefault.mock.calls.length).toBe(controls.some((it) => it.focus.mock.calls.length > 0) ? 1 : 0)
  return controls.findIndex((it) => it.focus.mock.calls.length > 0)
}

const [show, next] = [() => control('button'), (type = 'text') => control(type, 'next')]

test('"next" goes to the field after, past its own buttons, ticks and what is off', () => {
  expect(pressed([next(), show(), control('password')])).toBe(2)
  expect(pressed([next('tel'), control('checkbox'), control('hidden'), control('textarea')])).toBe(3)
  expect(pressed([next(), control('text', '', { disabled: true }), control('text', '', { readOnly: true })])).toBe(-1)
  expect(pressed([next(), control('select-one')])).toBe(1)
})

test('a field that opens a choice is a field', () => {
  expect(pressed([next('tel'), control('button', '', { 'aria-haspopup': 'dialog' }), control('textarea')])).toBe(1)
})

test('the last field submits, and so does every other word on the key', () => {
  expect(pressed([next(), show(), control('submit')])).toBe(-1)
  expect(pressed([control('text', 'done'), control('text')])).toBe(-1)
  expect(pressed([control('text'), control('text')])).toBe(-1)
})

test('other keys, a word being composed and a keyboard of keys are left alone', () => {
  expect(pressed([next(), control('text')], { key: 'a' })).toBe(-1)
  expect(pressed([next(), control('text')], { isComposing: true })).toBe(-1)
  expect(pressed([next(), control('text')], { isPhone: false })).toBe(-1)
})

/** Fields that have the word themselves, or whose line breaks are theirs. */
const saysItself = /AmountField|PhoneField|PhoneInput|CodeInput|PinInput|NewPasswordInputs|CardNumberField|TextArea/

test('every field of a form says what the key of a phone does', () => {
  const silent = filesIn(join(root, 'src/features')).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    // The form of the contract has a test of its own.
    if (!text.includes('<form') || file.includes('contracts')) return []
    return [...text.matchAll(/<(\w*(?:Field|Inputs?))\n?\s[^>]*?(?:=>[^>]*?)*\/>/g)]
      .filter(([, name = '']) => name !== 'SelectField' && name !== 'PinField' && !saysItself.test(name))
      .filter(([element]) => !element.includes('enterKeyHint'))
      .map(([, name]) => `${file.split('/').at(-1)}: ${name}`)
  })
  expect(silent).toEqual([])
})
