import { sql } from 'kysely'
import type { Answer } from '#protocol/call.ts'
import type { barrage } from '#protocol/home.ts'
import { Switches } from '#protocol/settings.ts'
import { instant } from '../../clock.ts'
import { settingOf } from '../../db/settings.ts'
import type { Context } from '../../http/handler.ts'
import { effectiveSwitches } from '../settings/rules.ts'
import { maskedName } from './rules.ts'

const days = 7
const most = 30

interface Row {
  id: string
  nickname: string | null
  phone: string
  what: 'bought' | 'claimed'
  productName: string | null
  amount: number
  currency: string
  at: string
}

/**
 * What members really did in the last days, newest first; empty when nobody did anything. Without purchases where the
 * operator has switched buying off: they would name what nobody is offered.
 */
export async function recentDeeds({ db, clock, version }: Context): Promise<Answer<typeof barrage>> {
  const { switchedOff } = effectiveSwitches(await settingOf(db, 'examine', Switches), version)
  const since = instant(clock.now() - days * 86_400_000)
  const { rows } = await sql<Row>`
    select * from (
      (select pu.id, m.nickname, m.phone, 'bought' as what, p.name as product_name, pu.actual_payment as amount,
        pu.currency, pu.paid_at as at
        from purchase pu join member m on m.id = pu.member_id join product p on p.id = pu.product_id
        where ${!switchedOff.includes('buying')} and pu.paid_at > ${since} and pu.cancelled_at is null and m.deleted_at is null order by pu.paid_at desc
        limit ${most})
      union all
      (select md5(t.day::text || t.id)::uuid, m.nickname, m.phone, 'claimed', null, t.amount, t.asset, t.at
        from transfer t join member m on m.id = t.owner_id
        where t.kind = 'income_claim' and t.day >= ${since.slice(0, 10)} and t.at > ${since} and m.deleted_at is null
        order by t.at desc limit ${most})
    ) deed order by at desc, id limit ${most}`.execute(db)
  return { items: rows.map(({ nickname, phone, ...deed }) => ({ ...deed, who: maskedName({ nickname, phone }) })) }
}
