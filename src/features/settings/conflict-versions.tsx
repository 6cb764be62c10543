import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { addressSave, regionList, type Address } from '#protocol/addresses.ts'
import { countryOf, regionPath } from '../../lib/regions.ts'
import type { Command } from '../../outbox/command.ts'
import { mineOf, theirsOf } from '../../outbox/conflict.ts'
import { readOf } from '../../cache/read-of.ts'
import { TwoVersions } from '../../entities/two-versions.tsx'
import { useCommands } from './commands.ts'

type Side = Pick<Address, 'recipient' | 'phone' | 'region' | 'detail' | 'postcode' | 'isDefault'>

/** The two versions of a conflict: the one on this device, and the one that another device saved meanwhile. */
export function ConflictVersions({ command }: { command: Command }) {
  const { t } = useLingui()
  const mine = useMine(mineOf(command, useCommands()))
  const theirs = theirsOf(command)
  if (!theirs) return null
  const linesOf = (side: Side | null) => (side ? addressLines(side, t`Default address`) : [t`Deleted`])
  return (
    <TwoVersions
      mine={{ title: <Trans>Yours, from this device</Trans>, lines: linesOf(mine) }}
      theirs={{ title: <Trans>From another device</Trans>, lines: linesOf(theirs.address) }}
    />
  )
}

/** Null where the command was a deletion. */
function useMine({ args }: Command): Side | null {
  const read = v.safeParse(addressSave.args, args)
  const regionId = read.success ? read.output.regionId : ''
  const regions =
    useQuery({ ...readOf(regionList, { country: countryOf(regionId) || 'id' }), enabled: read.success }).data?.items ??
    []
  return read.success ? { ...read.output, region: regionPath(regions, regionId) } : null
}

function addressLines({ recipient, phone, detail, region, postcode, isDefault }: Side, ifDefault: string): string[] {
  return [
    recipient,
    phone,
    detail,
    [...region.toReversed(), postcode].filter(Boolean).join(', '),
    ...(isDefault ? [ifDefault] : []),
  ]
}
