import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, type ReactNode } from 'react'
import type { PoolRound } from '#protocol/games.ts'
import { reported } from '../../lib/report.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { checkRound, type CheckedRound } from './checked-round.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { Figures, HexText } from './figures.tsx'
import { shownHashOf } from './shown-before.ts'

/** Computes a closed round again on this device when asked. */
export function CheckRound({ round }: { round: PoolRound }) {
  const [isChecking, setChecking] = useState(false)
  if (isChecking) return <RoundCheck round={round} />
  return (
    <span className="-ms-4">
      <Button look="plain" size="small" icon="shield" onClick={() => setChecking(true)}>
        <Trans>Check this round</Trans>
      </Button>
    </span>
  )
}

function RoundCheck({ round }: { round: PoolRound }) {
  const { i18n, t } = useLingui()
  const copy = useCopy({ isOnScreen: false })
  const checked = useChecked(round)
  if (checked === 'impossible')
    return (
      <Banner tone="warning" icon="warning">
        <Trans>
          This browser can only compute on an address that starts with https. Copy the figures and check them elsewhere.
        </Trans>
      </Banner>
    )
  if (!checked) return null
  const isRight = checked.hash !== 'wrong' && checked.isWinners && checked.isShares
  const isKnown = checked.hash !== 'unknown'
  const list = (numbers: readonly number[]) => new Intl.ListFormat(i18n.locale).format(numbers.map(String))
  return (
    <div className="flex w-full flex-col gap-3 text-small">
      <Banner tone={!isRight ? 'danger' : isKnown ? 'positive' : 'neutral'} icon={isRight ? 'shield' : 'warning'}>
        {isRight && !isKnown ? (
          <Trans>
            This device computed the round again and got the same result. It can't tell whether the seed is the one
            whose hash was shown while the round ran.
          </Trans>
        ) : isRight ? (
          <Trans>This round is correct: this device computed it again and got the same result.</Trans>
        ) : (
          <Trans>This round doesn't match. This device got a different result from the one recorded.</Trans>
        )}
      </Banner>
      <ul className="flex flex-col gap-1">
        {isKnown ? (
          <Line isRight={checked.hash === 'right'}>
            <Trans>The hash of the seed is the one that was shown while the round ran</Trans>
          </Line>
        ) : (
          <li className="flex gap-2">
            <Icon name="info" size="small" label={t`not known here`} />
            <span>
              <Trans>This device didn't show the hash while the round ran</Trans>
            </span>
          </li>
        )}
        <Line isRight={checked.isWinners}>
          <Trans>The winning tickets follow from the seed</Trans>
        </Line>
        <Line isRight={checked.isShares}>
          <Trans>All winners got the same amount, as far as it can be divided</Trans>
        </Line>
      </ul>
      <Figures
        rows={[
          ...(checked.shown !== undefined
            ? [[<Trans key="shown">Shown before</Trans>, <HexText key="hex" hex={checked.shown} />] as const]
            : []),
          ...(checked.shown !== round.seedHash
            ? [[<Trans key="server">Hash by the server</Trans>, <HexText key="hex" hex={round.seedHash} />] as const]
            : []),
          [<Trans key="seed">Revealed seed</Trans>, <HexText key="hex" hex={round.seed} />],
          ...(checked.winners.length > 0
            ? [[<Trans key="winners">Winning tickets, computed here</Trans>, list(checked.winners)] as const]
            : []),
        ]}
      />
      <span className="-ms-4">
        <Button
          look="plain"
          size="small"
          icon="copy"
          onClick={() => copy(JSON.stringify({ ...round, shown: checked.shown }, null, 2))}
        >
          <Trans>Copy all figures</Trans>
        </Button>
      </span>
    </div>
  )
}

function Line({ isRight, children }: { isRight: boolean; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <li className={isRight ? 'flex gap-2' : 'flex gap-2 text-danger'}>
      <Icon name={isRight ? 'check' : 'warning'} size="small" label={isRight ? t`correct` : t`incorrect`} />
      <span>{children}</span>
    </li>
  )
}

/** The round repeated; undefined until that is done. WebCrypto is missing on plain http. */
function useChecked(round: PoolRound): CheckedRound | 'impossible' | undefined {
  const [checked, setChecked] = useState<{ of: PoolRound; as: CheckedRound }>()
  const canCompute = 'subtle' in crypto
  useEffect(() => {
    if (!canCompute) return
    let isWanted = true
    shownHashOf(round.round)
      .then((shown) => checkRound(round, shown))
      .then((as) => isWanted && setChecked({ of: round, as }), reported('round: check'))
    return () => {
      isWanted = false
    }
  }, [round, canCompute])
  if (!canCompute) return 'impossible'
  return checked?.of === round ? checked.as : undefined
}
