import type { Context } from '../../http/handler.ts'
import { checkLoginPassword } from './login-password.ts'
import { transactionHashOf } from './transaction-password.ts'
import { withoutCopies } from './without-copies.ts'

/**
 * For a call with `proof: 'once set'` (protocol/call): where there is no transaction password, the login password is
 * the proof. Tells whether it was. Call it outside a transaction.
 */
export async function proveByLoginPassword(context: Context, call: string, password: string): Promise<boolean> {
  if ((await transactionHashOf(context)) !== null) return false
  await withoutCopies(context, () => checkLoginPassword(context, call, password))
  return true
}
