import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/install.mjs'
import { filesIn } from '#server/sources.mjs'

const forms = filesIn(join(root, 'src'))
  .filter((it) => it.endsWith('.tsx'))
  .map((file) => ({ path: relative(root, file).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }))
  .filter(({ text }) => text.includes('<form'))

/** Forms whose button can't be pressed while anything in them is missing or wrong. */
const neverRefused = [
  'src/features/auth/passkeys/add-passkey.tsx',
  'src/features/auth/passkeys/remove-passkey.tsx',
  'src/features/auth/passkeys/rename-passkey.tsx',
  'src/features/settings/app-lock/new-lock.tsx',
  'src/features/settings/delete-account.tsx',
  'src/features/settings/nickname-form.tsx',
  'src/features/wallet/deposit/deposit-form.tsx',
  'src/features/wallet/exchange/exchange-form.tsx',
]

test('every form that can be refused takes the focus to its first invalid field', () => {
  expect(forms.length).toBeGreaterThan(15)
  const isFocusing = ({ text }: { text: string }) =>
    text.includes('useFirstInvalid(') && /<form\s+ref=\{formRef\}/.test(text)
  expect(forms.filter((it) => !isFocusing(it)).map((it) => it.path)).toEqual(neverRefused)
})

test('React Hook Form, which goes by the order of its registrations, moves no focus after a submit', () => {
  const its = forms.filter(({ text }) => text.includes("from 'react-hook-form'"))
  expect(its.length).toBeGreaterThan(5)
  expect(its.filter(({ text }) => !text.includes('shouldFocusError: false')).map((it) => it.path)).toEqual([])
})
