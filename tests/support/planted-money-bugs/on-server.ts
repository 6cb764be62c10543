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
