import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type * as v from 'valibot'
import type { BarrageLine } from '#protocol/home.ts'
import { millisOf } from '../../lib/clock.ts'
import { deviceZone, inWords, relativeAgo } from '../../lib/dates.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/money.tsx'
import { lately } from './first-reads.ts'

type Line = v.InferOutput<typeof BarrageLine>

const shown = 3

/**
 * Real recent actions of members, as small static text. Empty where there are none. What the member did is among them,
 * so hidden amounts are hidden here too.
 */
export function LatelyLine() {
  const { t } = useLingui()
  const lines = useQuery(lately).data?.items.slice(0, shown) ?? []
  if (lines.length === 0) return null
  return (
    <ul aria-label={t`Recent activity`} className="flex flex-col items-start gap-2 wide:flex-row wide:flex-wrap">
      {lines.map((it) => (
        <li
          key={it.id}
          className="flex max-w-full items-center gap-2 rounded-lg bg-sunken px-3 py-1.5 text-small text-ink-soft"
        >
          <Icon name={it.what === 'bought' ? 'mall' : 'coin'} size="tiny" />
          <Happening line={it} />
        </li>
      ))}
    </ul>
  )
}

function Happening({ line: { what, amount, currency, at, ...names } }: { line: Line }) {
  const { i18n, t } = useLingui()
  // Isolated: a name may be written in the other direction than the sentence.
  const [who, productName] = [names.who, names.productName].map((it) => it && `\u2068${it}\u2069`)
  const past = millisOf(at)
  const ago = relativeAgo(past, serverNow())
  // The locale's own word, "now", isn't one for what has happened.
  const when = ago.unit === 'now' ? t`just now` : inWords(ago, past, i18n.locale, deviceZone())
  return what === 'bought' && productName ? (
    <span>
      <Trans>
        {who} bought {productName}, {when}
      </Trans>
    </span>
  ) : (
    <span>
      <Trans>
        {who} claimed <Money value={amount} currency={currency} />, {when}
      </Trans>
    </span>
  )
}
