import fc from 'fast-check'
import { expect, test } from 'vitest'
import { certainlyToldFrom, membersNeededForSums, sumsToTell, type ChangeOfWeek } from '#server/features/team/rules.ts'
import { addDays } from '#server/clock.ts'

/** In each week what each of fourteen people changed the sum by; zero where they undid it themselves. */
const weeks = fc.array(
  fc.dictionary(fc.constantFrom(...'abcdefghijklmn'.split('')), fc.integer({ min: -3, max: 3 }), { maxKeys: 14 }),
  { maxLength: 12 },
)
const mondayOf = (week: number) => addDays('2026-01-05', 7 * week)

test('a week in which many changed the sum needs no people: what is told stays the same', () => {
  let shortened = 0
  fc.assert(
    fc.property(weeks, (all) => {
      const apart: ChangeOfWeek[] = all.flatMap((it, week) =>
        Object.entries(it).map(([memberId, amount]) => ({ monday: mondayOf(week), memberId, amount })),
      )
      const short = all.flatMap((it, week): ChangeOfWeek[] => {
        const monday = mondayOf(week)
        const amounts = Object.values(it)
        if (amounts.filter((amount) => amount !== 0).length < certainlyToldFrom)
          return apart.filter((change) => change.monday === monday)
        shortened += 1
        return [{ monday, memberId: null, amount: amounts.reduce((sum, amount) => sum + amount, 0) }]
      })
      expect(sumsToTell(short)).toEqual(sumsToTell(apart))
    }),
  )
  expect(shortened).toBeGreaterThan(0)
})

test('no two sums that are told differ by the changes of fewer people than needed', () => {
  fc.assert(
    fc.property(weeks, (all) => {
      const apart: ChangeOfWeek[] = all.flatMap((it, week) =>
        Object.entries(it).map(([memberId, amount]) => ({ monday: mondayOf(week), memberId, amount })),
      )
      let from = ''
      for (const { asOf } of sumsToTell(apart).sums) {
        const changed = new Map<string | null, number>()
        for (const { monday, memberId, amount } of apart)
          if (monday >= from && monday < asOf) changed.set(memberId, (changed.get(memberId) ?? 0) + amount)
        expect([...changed.values()].filter((it) => it !== 0).length).toBeGreaterThanOrEqual(membersNeededForSums)
        from = asOf
      }
    }),
  )
})
