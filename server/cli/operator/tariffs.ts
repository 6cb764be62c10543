import * as v from 'valibot'
import { instant } from '../../clock.ts'
import { TariffFile, Terms } from '../../features/products/charging/tariff.ts'
import { setTariff } from '../../features/products/charging/tariffs.ts'
import { DomainError } from '../../http/domain-error.ts'
import type { Command } from './command.ts'
import { action, reading } from './command.ts'
import { listed, listedMost } from './listed.ts'
import { TextFile } from './files.ts'

const set = action('tariff set', {
  needs: ['catalogue'],
  says: 'Sets what charging costs from a moment on, by a JSON file (docs/ocpp.md, "Tariffs"): for one device, or for all that have no tariff of their own',
  positional: ['file'],
  args: { file: TextFile },
  run: async ({ db, clock }, { file }) => {
    const tariff = read(file.text)
    const machine =
      tariff.device === undefined
        ? undefined
        : await db
            .selectFrom('machine')
            .select(['id', 'kind'])
            .where('deviceNumber', '=', tariff.device)
            .executeTakeFirst()
    if (tariff.device !== undefined && machine?.kind !== 'pile')
      throw new DomainError('bad_request', { field: 'device', problem: 'is no charging pile' })
    const validFrom = tariff.validFrom ?? instant(clock)
    await setTariff(db, { machineId: machine?.id ?? null, validFrom, terms: tariff.prices }, clock)
    return [`${tariff.device ?? 'All piles without their own'}, from ${validFrom}:`, ...linesOf(tariff.prices)]
  },
})

const list = reading('tariff list', {
  needs: ['catalogue', 'auditor'],
  says: 'Every tariff, newest first',
  run: async ({ db }) => {
    const rows = await db
      .selectFrom('tariff')
      .leftJoin('machine', 'machine.id', 'tariff.machineId')
      .select(['deviceNumber', 'validFrom', 'terms'])
      .orderBy('validFrom', 'desc')
      .orderBy('tariff.id', 'desc')
      .limit(listedMost + 1)
      .execute()
    return listed(rows, {
      none: 'None: what stations charge waits until there is one.',
      lineOf: (it) => [
        `${it.deviceNumber ?? 'All piles without their own'}, from ${it.validFrom}:`,
        ...linesOf(v.parse(Terms, it.terms)),
      ],
    })
  },
})

function read(text: string): v.InferOutput<typeof TariffFile> {
  const result = v.safeParse(TariffFile, parsed(text), { abortEarly: true })
  if (result.success) return result.output
  const [issue] = result.issues
  throw new DomainError('bad_request', { field: v.getDotPath(issue) ?? 'file', problem: issue.message })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new DomainError('bad_request', { field: 'file', problem: 'is no JSON' })
  }
}

function linesOf(terms: Terms): string[] {
  const rate = (it: number): string => (it / 100_000).toFixed(5)
  return terms.map(
    (it) =>
      `  ${it.from}  ${rate(it.perKwh)} a kWh  ${rate(it.perMinute)} a minute  ${(it.startFee / 100).toFixed(2)} to start`,
  )
}

export const tariffCommands: readonly Command[] = [set, list]
