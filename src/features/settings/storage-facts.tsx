import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { toast } from '../../ui/toast.tsx'
import { askForPersistence } from './device-storage.ts'
import { sizeText } from './stored-groups.ts'
import { storage } from './queries.ts'

/** How much storage the app takes, and whether the browser may evict it. */
export function StorageFacts() {
  const { t, i18n } = useLingui()
  const query = useQuery(storage)
  const ask = async () => {
    if (await askForPersistence()) void query.refetch()
    else toast(t`The browser didn't guarantee it. Installing the app usually helps.`, { duration: 6000 })
  }
  return (
    <Card>
      <QueryStates query={query}>
        {({ used, quota, isPersisted }) => (
          <Facts>
            {used !== undefined && (
              <Fact name={<Trans>Used, including the app</Trans>}>{sizeText(used, i18n.locale)}</Fact>
            )}
            {quota !== undefined && (
              <Fact name={<Trans>Storage the browser allows</Trans>}>{sizeText(quota, i18n.locale)}</Fact>
            )}
            <Fact name={<Trans>Safe if the device runs out of space</Trans>}>
              {isPersisted ? (
                <Trans>Yes, guaranteed by the browser</Trans>
              ) : isPersisted === undefined ? (
                <Trans>The browser can't guarantee it</Trans>
              ) : (
                <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
                  <Trans>Not guaranteed</Trans>
                  <Button look="plain" size="small" onClick={() => void ask()}>
                    <Trans>Request it</Trans>
                  </Button>
                </span>
              )}
            </Fact>
          </Facts>
        )}
      </QueryStates>
    </Card>
  )
}
