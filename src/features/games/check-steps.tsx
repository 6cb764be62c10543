import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Proof } from '#protocol/games.ts'
import { Card, Section } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import type { CheckedDraw, Verdict } from './checked-draw.ts'
import { Figures, HexText } from './figures.tsx'
import type { Numbering } from './numbering.ts'
import { numberFormat } from '../../lib/intl.ts'
import { SlotTable } from './slot-table.tsx'

interface CheckStepsProps {
  proof: Proof
  checked: CheckedDraw
  numbering: Numbering
}

/** The steps of the check with their figures. */
export function CheckSteps({ proof, checked: { sent, hash, odds, roll, slot }, numbering }: CheckStepsProps) {
  const { i18n } = useLingui()
  const number = numberFormat(i18n.locale)
  return (
    <Section title={<Trans>Step by step</Trans>}>
      <ol className="flex flex-col gap-3">
        <Step verdict={hash.verdict} title={<Trans>The seed was fixed before the draw</Trans>}>
          <p>
            <Trans>The hash of the revealed seed has to be the hash that was shown before.</Trans>{' '}
            {sent === undefined && (
              <Trans>
                This device doesn't know that hash: you played on another device, have logged out since, or it's too
                long ago.
              </Trans>
            )}
          </p>
          <Figures
            rows={[
              ...(sent
                ? [[<Trans key="shown">Shown before</Trans>, <HexText key="hex" hex={sent.seedHash} />] as const]
                : []),
              ...(sent?.seedHash === proof.seedHash
                ? []
                : [
                    [
                      <Trans key="server">Hash by the server</Trans>,
                      <HexText key="hex" hex={proof.seedHash} />,
                    ] as const,
                  ]),
              [<Trans key="seed">Revealed seed</Trans>, <HexText key="hex" hex={proof.serverSeed} />],
              [<Trans key="computed">Its hash, computed here</Trans>, <HexText key="hex" hex={hash.computed} />],
            ]}
          />
        </Step>
        <Step verdict={odds.verdict} title={<Trans>The odds were the published ones</Trans>}>
          <p>
            {odds.verdict === 'unknown' ? (
              <Trans>
                The rule has changed since version {proof.version}, or isn't on this device. There's nothing to compare
                with.
              </Trans>
            ) : (
              <Trans>
                Every weight has to match version {proof.version} of the rule. A slot whose stock is used up weighs 0.
              </Trans>
            )}{' '}
            {proof.byGuarantee && (
              <Trans>The guarantee was due in this draw: only the guaranteed slots kept their weight.</Trans>
            )}
          </p>
        </Step>
        <Step verdict={roll.verdict} title={<Trans>The roll follows from the seeds</Trans>}>
          <p>
            <Trans>
              The server's seed, your seed and the number of the draw make one number from 0 to below{' '}
              {number.format(roll.total)}, the sum of all weights.
            </Trans>
          </p>
          <Figures
            rows={[
              ...(sent
                ? [[<Trans key="yours">Your seed</Trans>, <bdi key="seed">{sent.memberSeed}</bdi>] as const]
                : []),
              ...(sent?.memberSeed === proof.memberSeed
                ? []
                : [
                    [
                      <Trans key="server">Your seed by the server</Trans>,
                      <bdi key="seed">{proof.memberSeed}</bdi>,
                    ] as const,
                  ]),
              [<Trans key="number">Number of the draw</Trans>, number.format(proof.nonce)],
              [<Trans key="recorded">Roll as recorded</Trans>, number.format(proof.roll)],
              [
                <Trans key="computed">Roll, computed here</Trans>,
                roll.computed === undefined ? <NotYet key="none" /> : number.format(roll.computed),
              ],
            ]}
          />
        </Step>
        <Step verdict={slot.verdict} title={<Trans>The slot lies at the roll</Trans>}>
          <p>
            <Trans>
              The weights are added up from the first slot. The first slot whose sum is above the roll is drawn.
            </Trans>
          </p>
          <SlotTable proof={proof} index={slot.index} />
        </Step>
        <Step verdict={numbering.verdict} title={<Trans>No draw was left out</Trans>}>
          <p>
            <NumberingText nonce={proof.nonce} numbering={numbering} />
          </p>
        </Step>
      </ol>
    </Section>
  )
}

function NumberingText({ nonce, numbering: { verdict, missing, twice } }: { nonce: number; numbering: Numbering }) {
  const { t, i18n } = useLingui()
  const list = (numbers: readonly number[]) => new Intl.ListFormat(i18n.locale).format(numbers.slice(0, 10).map(String))
  if (twice.length > 0) return <Trans>More than one draw with this seed has the number {list(twice)}.</Trans>
  if (verdict === 'wrong')
    return (
      <Trans>
        Your draws with this seed have to be numbered 1, 2, 3 and so on. There is no draw with the number{' '}
        {list(missing)}.
      </Trans>
    )
  if (verdict === 'unknown')
    return <Trans>Not all your draws with this seed are on this device. They load when you're online.</Trans>
  return t`${plural(nonce, {
    one: 'This is the first draw with this seed.',
    other: 'Your # draws with this seed up to this one are numbered from 1 without a gap.',
  })}`
}

export function NotYet() {
  return <Trans>not revealed yet</Trans>
}

function Step({ verdict, title, children }: { verdict: Verdict; title: ReactNode; children: ReactNode }) {
  return (
    <li>
      <Card>
        <div className="flex flex-col gap-3 text-small text-pretty">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <h3 className="text-body font-strong">{title}</h3>
            <VerdictChip verdict={verdict} />
          </div>
          {children}
        </div>
      </Card>
    </li>
  )
}

function VerdictChip({ verdict }: { verdict: Verdict }) {
  switch (verdict) {
    case 'right':
      return (
        <Chip tone="positive" icon="check">
          <Trans>correct</Trans>
        </Chip>
      )
    case 'wrong':
      return (
        <Chip tone="danger" icon="warning">
          <Trans>incorrect</Trans>
        </Chip>
      )
    case 'waiting':
      return (
        <Chip icon="clock">
          <Trans>not revealed yet</Trans>
        </Chip>
      )
    case 'unknown':
      return (
        <Chip>
          <Trans>not known here</Trans>
        </Chip>
      )
  }
}
