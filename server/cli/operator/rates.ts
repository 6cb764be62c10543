import * as v from 'valibot'
import { exactOf, textOf } from '../../features/wallet/exchange/exchange-math.ts'
import { publishRate, quotes } from '../../features/wallet/exchange/rates.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'
import { Switch } from './arguments.ts'

const list = reading('rate list', {
  needs: ['treasury', 'auditor'],
  says: 'What one US dollar is in each currency, and since when',
  run: async ({ db }) => {
    const all = await quotes(db)
    return all.length === 0
      ? ['None: top-ups are not offered until the asset of their rail has one.']
      : all.map((it) => `${it.code}  ${textOf(it.perUsd)}  ${it.publishedAt}`)
  },
})

const publish = action('rate publish', {
  needs: ['treasury'],
  says: 'From now on one US dollar is so many of a currency or asset; a change of more than a tenth is refused without --sure on',
  positional: ['code', 'perUsd'],
  args: { code: v.string(), perUsd: v.string(), sure: v.optional(Switch) },
  run: async ({ db, clock }, { code, perUsd, sure = false }) => {
    const before = (await quotes(db)).find((it) => it.code === code)?.perUsd
    await publishRate(db, { code, perUsd }, clock)
    if (before === undefined) return [`1 USD is ${perUsd} ${code} from now on. It had no rate.`]
    const change = exactOf(perUsd) - before
    // One digit too many or too few sells money for a part of its worth.
    if (!sure && (change < 0n ? -change : change) * 10n > before)
      throw new DomainError('bad_request', {
        field: 'rate',
        problem: `is ${textOf(before)} ${code} a dollar, and ${perUsd} changes it by more than a tenth: check it, and add --sure on if it is right`,
      })
    return [`1 USD is ${perUsd} ${code} from now on. It was ${textOf(before)}.`]
  },
})

export const rateCommands: readonly Command[] = [list, publish]
