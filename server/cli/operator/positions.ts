import * as v from 'valibot'
import { DomainError } from '../../http/domain-error.ts'
import { counted } from './arguments.ts'
import type { Command } from './command.ts'
import { action } from './command.ts'
import { listed } from './listed.ts'

const positions = action('machine positions', {
  needs: ['support'],
  reads: 'personal',
  says: 'Where a vehicle really was in the last seven days, newest first; who looked and why is logged, the places are not',
  positional: ['device'],
  args: { device: v.string(), most: v.optional(counted(1, 1000)) },
  run: async ({ db }, { device, most = 20 }) => {
    const machine = await db
      .selectFrom('machine')
      .select('id')
      .where('deviceNumber', '=', device)
      .where('kind', '=', 'vehicle')
      .executeTakeFirst()
    if (!machine) throw new DomainError('bad_request', { field: 'device', problem: 'is no vehicle here' })
    const rows = await db
      .selectFrom('machinePosition')
      .selectAll()
      .where('machineId', '=', machine.id)
      .orderBy('at', 'desc')
      .limit(most + 1)
      .execute()
    return {
      shown: listed(rows, {
        most,
        lineOf: (it) =>
          `${it.at}  ${it.latitude}, ${it.longitude}  ${it.state}${it.isAtStand ? '  at its stand' : ''}${it.battery === null ? '' : `  ${it.battery} %`}`,
      }),
      kept: [`${Math.min(rows.length, most)} positions of ${device} were shown.`],
    }
  },
})

export const positionCommands: readonly Command[] = [positions]
