import { expect, test } from 'vitest'
import { commandIn } from '#server/cli/operator/operate.ts'
import { withFiles } from '#server/cli/operator/files.ts'

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
