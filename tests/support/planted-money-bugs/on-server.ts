import type { PlantedBug } from '../planted-bug.ts'

interface MoneyBug extends Pick<PlantedBug, 'name' | 'file' | 'from' | 'to'> {
  /** A file of tests/server. */
  test: string
  caughtBy: string
}

/** A mistake in the server's money, with the one test that must fail with it. */
export function onServer({ name, test, ...bug }: MoneyBug): PlantedBug {
  return { ...bug, name: `money: ${name}`, project: 'server', tests: [`tests/server/${test}.test.ts`] }
}

/** The migration that has the posting function as it is. */
export const posting = 'server/db/migrations/234_postings_by_name.sql'

/** The migration that has settlement's function as it is. */
export const settling = 'server/db/migrations/245_settlement_of_all_machines.sql'

/** What a unit has been and is now paid in that function, reckoned in another way. */
export function shares(how: string): string {
  const earned = `greatest(earning.total ${how} / earning.units_total`
  return `paid = ${earned},
      last_paid = ${earned} - unit.paid,`
}
