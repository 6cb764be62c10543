import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandIn } from '#server/cli/operator/operate.ts'
import { isForTheMachine, readGiven, withFiles } from '#server/cli/operator/files.ts'

const line = (...argv: string[]) => {
  const command = commandIn(argv)
  if (!command) throw new Error('no such command')
  return withFiles(command, argv, (path) => `text of ${path}`)
}

test('a file is sent as its name and its text, wherever it stands in the line', () => {
  const sent = 'night.md\ntext of texts/night.md'
  expect(line('article', 'write', 'texts/night.md', '--kind', 'news', '--language', 'en')).toEqual([
    'article',
    'write',
    sent,
    '--kind',
    'news',
    '--language',
    'en',
  ])
  expect(line('article', 'write', '--kind', 'news', 'texts/night.md')).toContain(sent)
})

test('what is no file stays as it was typed', () => {
  expect(line('article', 'publish', 'night', '--tell', 'off')).toEqual(['article', 'publish', 'night', '--tell', 'off'])
})

test('who is bound to a folder has the text of its files only, whatever way leads out of it', () => {
  const dir = mkdtempSync(join(tmpdir(), 'voltfolio-files-'))
  try {
    const inbox = join(dir, 'inbox')
    for (const it of [inbox, join(dir, 'inbox-not')]) mkdirSync(it)
    for (const it of ['inbox/mine', 'card-keys', 'inbox-not/theirs']) writeFileSync(join(dir, it), it)
    symlinkSync(join(dir, 'card-keys'), join(inbox, 'link'))
    expect(readGiven(join(inbox, 'mine'), inbox)).toBe('inbox/mine')
    expect(readGiven(join(dir, 'card-keys'), undefined)).toBe('card-keys')
    for (const out of ['card-keys', 'inbox/../card-keys', 'inbox/link', 'inbox-not/theirs'])
      expect(() => readGiven(join(dir, out), inbox)).toThrow('outside OPERATOR_FILES')
  } finally {
    rmSync(dir, { recursive: true })
  }
})

test.each([
  ['backup', true],
  ['restore', true],
  ['restore finish', false],
  ['article write', false],
])('%s is for those who have the machine: %s', (name, expected) => {
  expect(isForTheMachine(commandIn(name.split(' '))!)).toBe(expected)
})
