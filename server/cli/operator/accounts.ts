import * as v from 'valibot'
import { noteSecurity, type OperatorKind } from '../../db/security-events.ts'
import { operatorRoles } from '../../db/operator-schema.ts'
import { DomainError } from '../../http/domain-error.ts'
import {
  accountNamed,
  accountsIn,
  addAccount,
  disableAccount,
  resetAccount,
  type Account,
  type Enrolment,
} from '../accounts/accounts.ts'
import { endOperatorSession } from '../accounts/sessions.ts'
import { enrolOperator, signInOperator } from '../accounts/sign-in.ts'
import { accountAction, entry, reading, type Command, type CommandContext, type Outcome } from './command.ts'

const Name = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z][\w.-]{1,39}$/, 'must be 2 to 40 letters, digits, dots and hyphens, a letter first'),
  v.check((it) => it.toLowerCase() !== 'feed', 'is what feeds are called in the audit'),
)
const Roles = v.pipe(
  v.string(),
  v.transform((it) => [...new Set(it.split(',').map((word) => word.trim()))]),
  v.array(v.picklist(operatorRoles, `must be some of ${operatorRoles.join(', ')}`)),
)
const named = { positional: ['name'], args: { name: Name } } as const

const add = accountAction('account add', {
  says: `Adds an operator account and shows its enrolment code once: its person sets password and device by "account enrol". --roles, between commas: ${operatorRoles.join(', ')}`,
  needs: ['administrator'],
  beforeAccounts: true,
  positional: ['name'],
  args: { name: Name, roles: Roles },
  run: async (context, { name, roles }) => {
    const { db, clock, by } = context
    const isFirst = by.account === null
    if (isFirst && (await accountsIn(db)).length > 0)
      throw new DomainError('bad_request', {
        field: 'The first account',
        problem: 'is there already: enrol it; "account reset" gives an administrator a new code until one has enrolled',
      })
    if (isFirst && !roles.includes('administrator'))
      throw new DomainError('bad_request', { field: 'roles', problem: 'of the first account must have administrator' })
    const made = await addAccount(db, { name, roles }, clock)
    await note(context, 'operator_added', made.id)
    return enrolmentShown(name, made, `${name} is added with ${roles.join(', ')}.`)
  },
})

const enrol = entry('account enrol', {
  says: 'For who was given an enrolment code: sets your own password, and a device that shows codes (TOTP). Everything is asked, nothing shown',
  ...named,
  asks: 'enrolment',
  run: async (context, { name }) => {
    if (context.secrets?.kind !== 'enrolment') throw nothingTyped()
    await enrolOperator(context, name, context.secrets)
    return ['Enrolled. Now: login.']
  },
})

const list = reading('account list', {
  says: 'Operator accounts with their roles, and whether each has enrolled or is disabled',
  needs: ['administrator', 'auditor'],
  run: async ({ db }) => {
    const accounts = await accountsIn(db)
    return accounts.length === 0 ? ['None.'] : accounts.map(lineOf)
  },
})

const roles = accountAction('account roles', {
  says: 'Sets the roles of another account; sessions that go on have them at once',
  needs: ['administrator'],
  positional: ['name'],
  args: { name: Name, roles: Roles },
  run: async (context, given) => {
    const account = await other(context, given.name)
    await context.db.updateTable('operatorAccount').set({ roles: given.roles }).where('id', '=', account.id).execute()
    await note(context, 'operator_roles_changed', account.id)
    return [`${account.name} had ${account.roles.join(', ')} and has ${given.roles.join(', ')} now.`]
  },
})

const disable = accountAction('account disable', {
  says: 'Closes another account for good and ends its sessions at once; what it did and approved stays',
  needs: ['administrator'],
  ...named,
  run: async (context, { name }) => {
    const account = await other(context, name)
    await disableAccount(context.db, account.id, context.clock)
    await note(context, 'operator_disabled', account.id)
    return [`${account.name} is disabled, and its sessions have ended.`]
  },
})

const reset = accountAction('account reset', {
  says: 'After a lost device or password: takes both away from another account, ends its sessions and shows a new enrolment code once',
  needs: ['administrator'],
  beforeAccounts: true,
  ...named,
  run: async (context, { name }) => {
    const account = await other(context, name)
    if (context.by.account === null && !account.roles.includes('administrator'))
      throw new DomainError('bad_request', { field: account.name, problem: 'is no administrator' })
    const made = await resetAccount(context.db, account.id, context.clock)
    await note(context, 'operator_reset', account.id)
    return enrolmentShown(account.name, made, `${account.name} has to enrol anew, and its sessions have ended.`)
  },
})

const login = entry('login', {
  says: 'Signs you in for eight hours, or until an hour without a command: password and code are asked, nothing is shown',
  ...named,
  asks: 'sign-in',
  run: async (context, { name }) => {
    if (context.secrets?.kind !== 'sign-in') throw nothingTyped()
    const { token, endsAt, ...who } = await signInOperator(context, name, context.secrets)
    return { shown: [`${who.name}: ${who.roles.join(', ')}. Until ${endsAt}.`], kept: [], session: { token, endsAt } }
  },
})

const logout = entry('logout', {
  says: 'Ends your session',
  run: async ({ db, clock, token }) => {
    const account = token === undefined ? null : await endOperatorSession(db, token, clock)
    if (account !== null) await noteSecurity(db, { kind: 'operator_signed_out', memberId: null, account }, clock)
    return { shown: [account === null ? 'Nobody was signed in here.' : 'Signed out.'], kept: [], session: null }
  },
})

export const accountCommands: readonly Command[] = [add, enrol, list, roles, disable, reset, login, logout]

/**
 * An account that isn't the caller's own and isn't disabled. So nobody changes what they may do themselves, and the
 * administrator who runs the command is left.
 */
async function other({ db, by }: CommandContext, name: string): Promise<Account> {
  const account = await accountNamed(db, name)
  if (account.id === by.account)
    throw new DomainError('bad_request', { field: account.name, problem: 'is you: another administrator does that' })
  if (account.disabledAt !== null)
    throw new DomainError('bad_request', { field: account.name, problem: 'is disabled: add another account' })
  return account
}

async function note({ db, clock }: CommandContext, kind: OperatorKind, account: string): Promise<void> {
  await noteSecurity(db, { kind, memberId: null, account }, clock)
}

function enrolmentShown(name: string, { code, endsAt }: Enrolment, done: string): Outcome {
  return {
    shown: [
      done,
      `Enrolment code, until ${endsAt}: ${code}`,
      `It is shown once. Give it to its person only: account enrol ${name}`,
    ],
    kept: [done],
  }
}

function lineOf({ id, name, roles: has, isEnrolled, enrolmentEndsAt, disabledAt }: Account): string {
  const state =
    disabledAt !== null
      ? `disabled ${disabledAt}`
      : isEnrolled
        ? 'enrolled'
        : `not enrolled, its code ends ${enrolmentEndsAt ?? '-'}`
  return [id, name, has.join(', '), state].join('  ')
}

function nothingTyped(): DomainError {
  return new DomainError('bad_request', { field: 'Password and code', problem: 'must be typed at a terminal' })
}
