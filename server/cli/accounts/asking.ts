import { randomBytes } from 'node:crypto'
import { base32nopad } from '@scure/base'
import { renderUnicodeCompact } from 'uqr'
import { rejectWeak } from '../../features/auth/new-password.ts'
import { DomainError } from '../../http/domain-error.ts'
import { messageFor } from '../../http/messages.ts'
import type { Secrets } from './secrets.ts'
import { otpauthUri } from './totp.ts'

/** Nothing, or nothing that fits, was typed. */
export class NotTyped extends Error {}

/**
 * Asks the person for what a command needs and nobody else may see: at a terminal without echo, else a line of standard
 * input each. Enrolling shows the secret of a new device, which this process makes, once the password is good enough.
 * `name` is the account's. Throws NotTyped.
 */
export async function askFor(kind: Secrets['kind'], name: string): Promise<Secrets> {
  const lines = linesOf(process.stdin)
  const ask = async (prompt: string): Promise<string> => {
    process.stderr.write(`${prompt}: `)
    const line = process.stdin.isTTY ? await typedUnseen() : ((await lines.next()).value ?? '')
    process.stderr.write('\n')
    if (line === '') throw new NotTyped('Nothing was typed.')
    return line
  }
  try {
    if (kind === 'sign-in') return { kind, password: await ask('Password'), code: await ask('Code of your device') }
    const enrolment = await ask('Enrolment code')
    const password = await ask('New password, ten characters or more')
    await rejectWeak(password).catch((cause: unknown) => {
      if (cause instanceof DomainError) throw new NotTyped(messageFor(cause.code, 'en', cause.params))
      throw cause
    })
    if (process.stdin.isTTY && (await ask('Again')) !== password) throw new NotTyped('These are two passwords.')
    const secret = randomBytes(20)
    const uri = otpauthUri(name, secret)
    process.stdout.write(`${renderUnicodeCompact(uri)}\n${uri}\n`)
    process.stderr.write('Scan it with an authenticator app, or copy the address into one. It is not shown again.\n')
    return { kind, enrolment, password, totpSecret: base32nopad.encode(secret), code: await ask('Code of your device') }
  } finally {
    process.stdin.pause()
  }
}

async function* linesOf(input: NodeJS.ReadStream): AsyncGenerator<string, undefined> {
  let rest = ''
  for await (const chunk of input) {
    const parts = (rest + String(chunk)).split(/\r?\n/)
    rest = parts.pop() ?? ''
    yield* parts
  }
  if (rest !== '') yield rest
  return undefined
}

/** A line from the terminal, which shows nothing of it. */
async function typedUnseen(): Promise<string> {
  const { stdin } = process
  stdin.setRawMode(true)
  stdin.resume()
  try {
    return await new Promise<string>((resolve, reject) => {
      const line: string[] = []
      const read = (chunk: Buffer) => {
        for (const sign of chunk.toString('utf8')) {
          if (sign === '\r' || sign === '\n') {
            stdin.off('data', read)
            resolve(line.join(''))
            return
          }
          // Ctrl-C and Ctrl-D: raw input has no other end.
          if (sign === '\u0003' || sign === '\u0004') {
            stdin.off('data', read)
            reject(new NotTyped('Left off.'))
            return
          }
          if (sign === '\u007f' || sign === '\b') line.pop()
          else line.push(sign)
        }
      }
      stdin.on('data', read)
    })
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
  }
}
