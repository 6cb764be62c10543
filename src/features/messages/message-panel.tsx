import { Trans } from '@lingui/react/macro'
import type { Message } from '#protocol/messages.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { MaskedText } from '../../entities/masked-text.tsx'
import { useIsPageOff } from '../../entities/use-is-off.ts'
import { RouteLink } from '../../ui/route-link.tsx'
import { DetailPane } from '../../ui/two-panes.tsx'
import { useWhen } from '../../entities/use-when.ts'

/** The second pane of a wide screen: one message in full, and a link to its subject. */
export function MessagePanel({ message: { title, line, at, route } }: { message: Message }) {
  const when = useWhen()
  const isOff = useIsPageOff(route ?? '')
  return (
    <DetailPane
      title={title}
      bottom={
        route !== null &&
        !isOff && (
          <RouteLink route={route} className={buttonClass({ wide: true })}>
            <Trans>See details</Trans>
          </RouteLink>
        )
      }
    >
      <Card>
        <p className="text-pretty">
          <MaskedText text={line} />
        </p>
        <time dateTime={at} className="figures mt-3 block text-small text-ink-soft">
          {when(at)}
        </time>
      </Card>
    </DetailPane>
  )
}
