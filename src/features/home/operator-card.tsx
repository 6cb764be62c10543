import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OperatorFacts } from '../../entities/operator-facts.tsx'
import { operators } from '../../entities/operators.ts'
import { Card } from '../../ui/card.tsx'

/** The operator of the machines below, and the real income of their units. Renders nothing while unknown. */
export function OperatorCard({ id }: { id: string }) {
  const operator = useQuery(operators).data?.items.find((it) => it.id === id)
  if (!operator) return null
  return (
    <Card>
      <div className="flex flex-col gap-3">
        <h2 className="text-title font-strong wrap-anywhere">{operator.name}</h2>
        <OperatorFacts operator={operator} />
        <Link
          to="/pages/my/operators"
          search={{ operator: id }}
          className="inline-flex min-h-11 items-center self-start font-strong text-accent-ink underline"
        >
          <Trans>All operators, and what they paid in</Trans>
        </Link>
      </div>
    </Card>
  )
}
