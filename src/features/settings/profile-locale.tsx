import { Trans } from '@lingui/react/macro'
import { use } from 'react'
import { updateProfile } from '#protocol/settings.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { LocaleContext, type LocaleChoice } from '../../ui/locale-context.ts'
import { LocaleFields } from '../../ui/locale-fields.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'

/**
 * The language and country of the app on this device and of the profile, so that the server's texts and pushes come in
 * the same language.
 */
export function ProfileLocale({ countries }: { countries: readonly { id: string; name: string; alias: string }[] }) {
  const locale = use(LocaleContext)
  const isOnline = useOnline()
  const { run } = useCommand(updateProfile)
  const tell = useTellOutcome()
  const choose: LocaleChoice['choose'] = async (change) => {
    await locale.choose(change)
    const country = countries.find((it) => it.id.toUpperCase() === change.country)?.id
    const edit = {
      ...(change.language !== undefined && { language: change.language }),
      ...(country !== undefined && { country }),
    }
    // The choice is valid on this device in any case. A success toast would still be in the old language.
    if (Object.keys(edit).length > 0) tell(await run(edit), null)
  }
  return (
    <LocaleContext value={{ ...locale, choose }}>
      <LocaleFields countries={countries} isLabelled />
      {!isOnline && (
        <p className="text-small text-ink-soft">
          <Trans>
            Without a connection, names and descriptions of machines stay in the language they were saved in.
          </Trans>
        </p>
      )}
    </LocaleContext>
  )
}
