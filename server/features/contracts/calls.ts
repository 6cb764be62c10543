import {
  contractBills,
  contractEnd,
  contractInfo,
  contractReceipt,
  ContractSecret,
  contractSubmit,
} from '#protocol/contracts.ts'
import { weekReceive } from '#protocol/salary.ts'
import { afterCommit } from '../../db/after-commit.ts'
import { noteAgreement } from '../../db/agreements.ts'
import { isOffered } from '../../db/dictionary.ts'
import { keyringOf } from '../../db/keyring.ts'
import type { Context, Handler } from '../../http/handler.ts'
import { handle, memberOf } from '../../http/handler.ts'
import { DomainError } from '../../http/domain-error.ts'
import { decryptSecret } from '../../http/encrypted-secret.ts'
import { contractState, submitContract } from './contracts.ts'
import { billsPage, receivePay } from './receiving.ts'
import { endContract } from './reviewing.ts'

const info = handle(contractInfo, (context) => contractState(context.db, reader(context), context.clock))

const submit = handle(contractSubmit, async (context, { secret, agreedTexts: shown, ...submission }) => {
  if (!(await isOffered(context.db, 'education', submission.education)))
    throw new DomainError('bad_request', { field: 'education', problem: 'must be one of the choices' })
  const opened = await decryptSecret(context, contractSubmit, secret, ContractSecret)
  await submitContract(
    context.db,
    keyringOf(context.config),
    { ...submission, memberId: memberOf(context), secret: opened },
    context.clock,
  )
  const state = await contractState(context.db, reader(context), context.clock)
  const ticked = { articles: [state.terms.article], subject: 'contract', ref: String(state.version) } as const
  const isNewest = await noteAgreement(context.db, { memberId: memberOf(context), ...ticked, shown }, context)
  if (!isNewest) throw new DomainError('text_changed')
  return state
})

const end = handle(contractEnd, async (context, { expectedEnd }) => {
  const { db, clock, log } = context
  const memberId = memberOf(context)
  const day = await endContract(db, memberId, { by: 'member', expectedEnd }, clock)
  afterCommit(() => {
    log.info('contract ended by its member', { member: memberId, day })
  })
  return await contractState(db, reader(context), clock)
})

const bills = handle(contractBills, (context, args) => billsPage(context.db, reader(context), args))

const receipt = handle(contractReceipt, (context, { billId }) =>
  receivePay(context.db, reader(context), { billId }, context.clock),
)

const week = handle(weekReceive, (context, args) =>
  receivePay(context.db, reader(context), { week: args.week }, context.clock),
)

function reader(context: Context) {
  return { memberId: memberOf(context), language: context.language }
}

export const contractsCalls: readonly Handler[] = [info, submit, end, bills, receipt, week]
