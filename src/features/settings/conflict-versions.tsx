import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { addressSave, regionList, type Address } from '#protocol/addresses.ts'
import { countryOf, regionPath } from '../../lib/regions.ts'
import type { Command } from '../../outbox/command.ts'
import { mineOf, theirsOf } from '../../outbox/conflict.ts'
import { readOf } from '../../cache/read-of.ts'
import { classNames } from '../../ui/class-names.ts'
import { useCommands } from './commands.ts'

type Side = Pick<Address, 'recipient' | 'phone' | 'region' | 'detail' | 'postcode' | 'isDefault'>

/** What the member wrote beside what another device wrote meanwhile; where they differ is set in bold. */
export function ConflictVersions({ command }: { command: Command }) {
  const mine = useMine(mineOf(command, useCommands()))
  const theirs = theirsOf(command)
  if (!theirs) return null
  return (
    <div className="grid gap-3 py-1 min-[22rem]:grid-cols-2">
      <Version title={<Trans>Yours, from this device</Trans>} side={mine} other={theirs.address} />
      <Version title={<Trans>From another device</Trans>} side={theirs.address} other={mine} />
    </div>
  )
}

/** Null where it was to be deleted. */
function useMine({ args }: Command): Side | null {
  const read = v.safeParse(addressSave.args, args)
  const regionId = read.success ? read.output.regionId : ''
  const regions =
    useQuery({ ...readOf(regionList, { country: countryOf(regionId) || 'id' }), enabled: read.success }).data?.items ??
    []
  return read.success ? { ...read.output, region: regionPath(regions, regionId) } : null
}

function Version({ title, side, other }: { title: ReactNode; side: Side | null; other: Side | null }) {
  const lines = side ? linesOf(side) : []
  const others = other ? linesOf(other) : []
  return (
    <section className="rounded-md bg-sunken p-3 text-small">
      <h3 className="font-strong text-ink-soft">{title}</h3>
      {side === null && (
        <p className="font-strong">
          <Trans>Deleted</Trans>
        </p>
      )}
      {lines.map((line, at) => (
        <p key={at} className={classNames('wrap-anywhere', other !== null && line !== others[at] && 'font-strong')}>
          {line}
        </p>
      ))}
      {side?.isDefault && (
        <p className={classNames(other !== null && !other.isDefault && 'font-strong')}>
          <Trans>Default address</Trans>
        </p>
      )}
    </section>
  )
}

function linesOf({ recipient, phone, detail, region, postcode }: Side): string[] {
  return [recipient, phone, detail, [...region.toReversed(), postcode].filter(Boolean).join(', ')]
}
