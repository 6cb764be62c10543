import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { base32nopad } from '@scure/base'
import type { CommandContext } from '#server/cli/operator/command.ts'
import { operate } from '#server/cli/operator/operate.ts'
import { totpCode, totpStep } from '#server/cli/accounts/totp.ts'
import { root } from '#server/install.mjs'

type Deps = Pick<CommandContext, 'database' | 'clock' | 'config' | 'log'>

export const goodPassword = 'seven-wet-boots'

/** The enrolment code in what `account add` or `account reset` has shown. */
export function enrolmentIn(lines: readonly string[]): string {
  return /: ([A-Z2-7]{4}(?:-[A-Z2-7]{4}){7})/.exec(lines.join('\n'))?.[1] ?? ''
}

/** A person with an authenticator, who enrols and signs in through the real commands. */
export function operatorPerson(deps: Deps, name: string) {
  const secret = randomBytes(20)
  let usedStep = 0
  let token: string | undefined
  /** A code that wasn't used yet, also where the clock stands still. */
  const nextCode = (): string => {
    usedStep = Math.max(totpStep(deps.clock.now()), usedStep + 1)
    return totpCode(secret, usedStep)
  }
  return {
    name,
    secret,
    nextCode,
    lastCode: () => totpCode(secret, usedStep),
    token: () => token,
    enrol: (enrolment: string, { password = goodPassword, code = nextCode() } = {}) =>
      operate(deps, ['account', 'enrol', name], {
        secrets: { kind: 'enrolment', enrolment, password, totpSecret: base32nopad.encode(secret), code },
      }),
    async signIn({ password = goodPassword, code = nextCode(), as = name } = {}) {
      const answered = await operate(deps, ['login', as], { secrets: { kind: 'sign-in', password, code } })
      if (answered.session) token = answered.session.token
      return answered
    },
    run: (...argv: string[]) => operate(deps, argv, { token }),
  }
}
export type OperatorPerson = ReturnType<typeof operatorPerson>

/** Adds an account by an administrator, or as the first one, enrols its person and signs them in. */
export async function operatorAccount(
  deps: Deps,
  name: string,
  roles: string,
  administrator?: OperatorPerson,
): Promise<OperatorPerson> {
  const line = ['account', 'add', name, '--roles', roles, '--why', 'a new colleague']
  const added = administrator ? await administrator.run(...line) : await operate(deps, line)
  if (!added.ok) throw new Error(added.lines.join('\n'))
  const person = operatorPerson(deps, name)
  for (const done of [await person.enrol(enrolmentIn(added.lines)), await person.signIn()])
    if (!done.ok) throw new Error(done.lines.join('\n'))
  return person
}

/**
 * The operator's command as a process of its own. Each of `answers` is a line of its standard input, which may be made
 * from what it has said up to then; one that can't be made yet gives undefined.
 */
export async function operatorProcess(
  env: Record<string, string>,
  argv: readonly string[],
  answers: readonly ((said: string) => string | undefined)[] = [],
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['server/cli/operator.ts', ...argv], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const left = [...answers]
  let said = ''
  const answer = () => {
    for (let line = left[0]?.(said); line !== undefined; line = left[0]?.(said)) {
      child.stdin.write(`${line}\n`)
      left.shift()
    }
    if (left.length === 0) child.stdin.end()
  }
  const hear = (text: Buffer) => {
    said += text.toString()
    answer()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  answer()
  return await new Promise((resolve) => {
    child.once('close', (code) => {
      resolve({ code, said })
    })
  })
}
