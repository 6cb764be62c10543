import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { proofOf, throughAdminSocket } from '#server/admin-socket.ts'
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

const key = 'key-of-the-server-that-wrote-the-file'
const ask = async (port: number, patienceMs?: number) => {
  writeFileSync(join(dataDir, 'admin-socket.json'), JSON.stringify({ origin: `http://127.0.0.1:${port}`, key }))
  const argv = ['fund', 'capital', '80000', 'USD']
  return await throughAdminSocket(readConfig({ DATA_DIR: dataDir }), argv, { token: 'a-session' }, patienceMs)
}

/** Listens on a port, and does `then` with each connection once something came on it. */
async function listening(then: (socket: Socket, heard: string) => void): Promise<number> {
  const made = createServer((socket) => socket.on('error', () => {}).once('data', (it) => then(socket, it.toString())))
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
  let commands = 0
  const port = await listening((socket, heard) => {
    const challenge = /^x-challenge: (.+)\r$/im.exec(heard)?.[1]
    if (challenge !== undefined)
      socket.end(`HTTP/1.1 204 No Content\r\nx-proof: ${proofOf(key, challenge)}\r\nconnection: close\r\n\r\n`)
    else {
      commands += 1
      then(socket)
    }
  })
  expect(await ask(port)).toMatchObject({ ok: false, lines: [expect.stringContaining('`audit`')] })
  expect(commands).toBe(1)
})

test('where nothing listens any more, the command has reached nobody', async () => {
  expect(await ask(await freePort())).toBeUndefined()
})

const page = (status: string, body: string, headers = '') =>
  `HTTP/1.1 ${status}\r\n${headers}content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`

test.each<[string, (socket: Socket) => void]>([
  ['has a page for everything', (socket) => socket.end(page('200 OK', '<html></html>'))],
  ['answers as the server would', (socket) => socket.end(page('200 OK', '{"ok":true,"lines":["Done."]}'))],
  ['leads elsewhere', (socket) => socket.end(page('302 Found', '', 'location: http://127.0.0.1:1/\r\n'))],
  ['fails', (socket) => socket.end(page('500 Internal Server Error', ''))],
  ['says a made-up proof', (socket) => socket.end(page('204 No Content', '', `x-proof: ${'A'.repeat(43)}\r\n`))],
  ['hangs up', (socket) => socket.destroy()],
  ['speaks another protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')],
  ['says nothing', () => {}],
])('another program that has the port by now and %s gets neither key nor command', async (_, then) => {
  const sent: string[] = []
  const port = await listening((socket, heard) => {
    sent.push(heard)
    then(socket)
  })
  expect(await ask(port, 300)).toBeUndefined()
  expect(sent.join('')).not.toMatch(/capital|a-session|key-of-the-server/)
})
