import { Trans } from '@lingui/react/macro'
import { use } from 'react'
import { languageName } from '../../ui/language-names.ts'
import { LocaleContext } from '../../ui/locale-context.ts'
import { ServiceWorkerContext } from '../../ui/service-worker-context.ts'

/** In which languages the app opens without a connection, and which are still to come; absent while that is unknown. */
export function LanguagesAboard() {
  const { languages: aboard } = use(ServiceWorkerContext)
  const { languages } = use(LocaleContext)
  if (!aboard) return null
  const lacking = languages.filter((it) => !aboard.includes(it))
  return (
    <dl className="flex flex-col gap-1 text-small text-ink-soft">
      {aboard.length > 0 && (
        <div>
          <dt className="inline">
            <Trans>Languages on this device:</Trans>
          </dt>{' '}
          <dd className="inline">
            <Names of={languages.filter((it) => aboard.includes(it))} />
          </dd>
        </div>
      )}
      {lacking.length > 0 && (
        <div>
          <dt className="inline">
            <Trans>Not saved yet, so only with a connection:</Trans>
          </dt>{' '}
          <dd className="inline">
            <Names of={lacking} />
          </dd>
        </div>
      )}
    </dl>
  )
}

function Names({ of }: { of: readonly string[] }) {
  return of.map((it, index) => (
    <span key={it}>
      {index > 0 && ' · '}
      <bdi lang={it}>{languageName(it)}</bdi>
    </span>
  ))
}
