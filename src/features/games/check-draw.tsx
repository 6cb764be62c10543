import { Trans } from '@lingui/react/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Draw, Game } from '#protocol/games.ts'
import { reported } from '../../lib/report.ts'
import { commands } from '../../outbox/current-commands.ts'
import { Banner } from '../../ui/banner.tsx'
import type { useLongList } from '../../cache/persistent/use-long-list.ts'
import { CheckSteps } from './check-steps.tsx'
import { checkDraw, verdictOf, type CheckedDraw, type Verdict } from './checked-draw.ts'
import { CheckVerdict } from './check-verdict.tsx'
import { DrawFacts } from './draw-facts.tsx'
import { numberingOf } from './numbering.ts'
import { RevealSeed } from './reveal-seed.tsx'
import { sentFor, useKeepSent } from './shown-before.ts'
import { usePublished } from './use-published.ts'

type History = ReturnType<typeof useLongList<Draw>>

/** A draw, its check step by step, and everything by which anybody can repeat it. */
export function CheckDraw({ draw, history: { query, items, more } }: { draw: Draw; history: History }) {
  const published = usePublished(draw)
  const checked = useChecked(draw, published)
  const numbering = numberingOf(draw, items, query.data?.isComplete === true)
  const isShort = numbering.verdict === 'unknown' && more.hasMore && !more.isLoadingMore && !more.failure
  const { onMore } = more
  // The other draws with this seed may be further down in the history than this device has read.
  useEffect(() => {
    if (isShort) onMore()
  }, [isShort, onMore])
  const isSecret = draw.proof.serverSeed === null
  useKeepSent()
  return (
    <div className="flex flex-col gap-6">
      {checked === 'impossible' ? (
        <Banner tone="warning" icon="warning">
          <Trans>
            This browser can only compute on an address that starts with https. Copy the figures and check them
            elsewhere.
          </Trans>
        </Banner>
      ) : (
        checked && (
          <>
            <CheckVerdict verdict={overall(checked, numbering.verdict)} />
            {isSecret && <RevealSeed seedHash={draw.proof.seedHash} />}
            <CheckSteps proof={draw.proof} checked={checked} numbering={numbering} />
          </>
        )
      )}
      <DrawFacts draw={draw} sent={checked === 'impossible' ? undefined : checked?.sent} />
    </div>
  )
}

function overall({ hash, odds, roll, slot }: CheckedDraw, numbering: Verdict) {
  const all = verdictOf([hash.verdict, odds.verdict, roll.verdict, slot.verdict, numbering])
  return all === 'right' && hash.verdict === 'unknown' ? 'unseen' : all
}

/**
 * The draw repeated, again once the commands of this device are read. Undefined until that is done. WebCrypto is
 * missing on plain http.
 */
function useChecked(draw: Draw, published: Game | undefined): CheckedDraw | 'impossible' | undefined {
  const [checked, setChecked] = useState<{ of: Draw; as: CheckedDraw }>()
  const rows = useSyncExternalStore(commands.subscribe, commands.getSnapshot)
  const canCompute = 'subtle' in crypto
  useEffect(() => {
    if (!canCompute) return
    let isWanted = true
    sentFor(draw.id, rows)
      .then((sent) => checkDraw(draw, published, sent))
      .then((as) => isWanted && setChecked({ of: draw, as }), reported('draw: check'))
    return () => {
      isWanted = false
    }
  }, [draw, published, rows, canCompute])
  if (!canCompute) return 'impossible'
  return checked?.of === draw ? checked.as : undefined
}
