import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { terminalText } from '#server/cli/terminal-text.ts'

test('what a terminal would carry out is shown as text, and all else as it is', () => {
  expect(terminalText('\u001B[2JAna\u0007')).toBe('\\u001b[2JAna\\u0007')
  expect(terminalText('paid\r\nwithdrawal approved')).toBe('paid\\u000d\\u000awithdrawal approved')
  expect(terminalText('\u009B31m \u007F')).toBe('\\u009b31m \\u007f')
  expect(terminalText('\u202Eefas\u202C \u2066x\u2069 \u2028')).toBe('\\u202eefas\\u202c \\u2066x\\u2069 \\u2028')
  for (const it of ['Đặng Thị Ánh', 'สมชาย', '王小明', 'محمد', '👨‍👩‍👧', '{"a": "\\n"}', '  id  $1.00'])
    expect(terminalText(it)).toBe(it)
})

test('JSON with such signs is the same JSON', () => {
  const value = { name: '\u202Ea\u009B\u2028' }
  expect(JSON.parse(terminalText(JSON.stringify(value)))).toEqual(value)
})

test('a command prints its lines so', { timeout: 120_000 }, () => {
  const said = execFileSync(process.execPath, ['server/cli/operator.ts', 'help', '\u001B[2J'], { encoding: 'utf8' })
  expect(said).toContain('There is no command "\\u001b[2J".')
  expect(said).not.toContain('\u001B')
})
