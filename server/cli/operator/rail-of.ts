import type { Rail } from '../../features/wallet/rails/rail.ts'
import { railsOf } from '../../features/wallet/rails/rails.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { CommandContext } from './command.ts'

/** The rail of a network. Throws a DomainError where none is set up here. */
export function railOf({ db, clock, config }: CommandContext, network: string): Rail {
  const rail = railsOf({ db, clock, config }).find((it) => it.network === network)
  if (!rail) throw new DomainError('bad_request', { field: network, problem: 'is no network that is set up here' })
  return rail
}
