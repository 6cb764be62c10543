import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { throughAdminSocket } from '#server/admin-socket.ts'
import { readConfig } from '#server/config.ts'
import { freePort } from '#tests/support/free-port.ts'

let dataDir: string
let server: Server | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'voltfolio-admin-'))
})
afterEach(() => {
  server?.close()
  server = undefined
  rmSync(dataDir, { recursive: true, force: true })
})

const ask = async (port: number) => {
  writeFileSync(join(dataDir, 'admin-socket.json'), JSON.stringify({ origin: `http://127.0.0.1:${port}`, key: 'k' }))
  return await throughAdminSocket(readConfig({ DATA_DIR: dataDir }), ['fund', 'capital', '80000', 'USD'])
}

/** A server that does `then` with a connection once a command has come. */
async function listening(then: (socket: Socket) => void): Promise<number> {
  const made = createServer((socket) => socket.once('data', () => then(socket)))
  server = made
  await new Promise<void>((resolve) => {
    made.listen(0, '127.0.0.1', resolve)
  })
  return (made.address() as AddressInfo).port
}

test.each<[string, (socket: Socket) => void]>([
  ['before it answers', (socket) => socket.destroy()],
  [
    'while it answers',
    (socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"ok":')
    },
  ],
])('a command whose server is killed %s may have been done, and is not run again', async (_, then) => {
  expect(await ask(await listening(then))).toMatchObject({ ok: false, lines: [expect.stringContaining('`audit`')] })
})

test('where nothing listens any more, the command has reached nobody', async () => {
  expect(await ask(await freePort())).toBeUndefined()
})
