import { useQuery } from '@tanstack/react-query'
import { Card } from '../../../ui/card.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PartStates } from './part-states.tsx'
import { withdrawalTerms } from '../queries.ts'

/** The rule of withdrawing as the server's text, which has the figures. */
export function WithdrawalRule() {
  return (
    <PartStates query={useQuery(withdrawalTerms)}>
      {({ lines }) => (
        <Card>
          <ul className="flex flex-col gap-3">
            {lines.map((it) => (
              <li key={it} className="flex items-start gap-3 text-pretty">
                <Icon name="check" size="tiny" className="mt-1 text-accent-ink" />
                <bdi className="min-w-0 flex-1 wrap-anywhere">{it}</bdi>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </PartStates>
  )
}
