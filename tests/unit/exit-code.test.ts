import { expect, test } from 'vitest'
import { exitCodeOf } from '#server/exit-code.mjs'

test.each([
  [0, null, 0],
  [1, null, 1],
  [null, 'SIGTERM', 0],
  [null, 'SIGINT', 0],
  [null, 'SIGHUP', 0],
  [null, 'SIGKILL', 137],
  [null, 'SIGABRT', 134],
  [null, 'SIGSEGV', 139],
] as const)('a server that ended with %s or by %s ends its process with %s', (code, signal, exit) => {
  expect(exitCodeOf(code, signal)).toBe(exit)
})
