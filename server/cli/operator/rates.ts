import * as v from 'valibot'
import { textOf } from '../../features/wallet/exchange/exchange-math.ts'
import { publishRate, quotes } from '../../features/wallet/exchange/rates.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'

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
  says: 'From now on one US dollar is so many of a currency or asset',
  positional: ['code', 'perUsd'],
  args: { code: v.string(), perUsd: v.string() },
  run: async ({ db, clock }, { code, perUsd }) => {
    await publishRate(db, { code, perUsd }, clock)
    return [`1 USD is ${perUsd} ${code} from now on.`]
  },
})

export const rateCommands: readonly Command[] = [list, publish]
