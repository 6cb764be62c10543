import { expect, test } from 'vitest'
import { statementNames } from '#server/db/statement-names.ts'

test('a statement has a name of its own from its second call on', () => {
  const { nameOf } = statementNames()
  expect([nameOf('a'), nameOf('b')]).toEqual([undefined, undefined])
  const [a, b] = [nameOf('a'), nameOf('b')]
  expect(new Set([a, b, undefined]).size).toBe(3)
  expect([nameOf('a'), nameOf('b'), nameOf('a')]).toEqual([a, b, a])
})

test('of too many statements the later ones stay without', () => {
  const { nameOf } = statementNames(2)
  for (let call = 0; call < 3; call += 1) for (const text of ['a', 'b', 'c']) nameOf(text)
  expect(nameOf('a')).toBeDefined()
  expect(nameOf('b')).toBeDefined()
  expect(nameOf('c')).toBeUndefined()
})
