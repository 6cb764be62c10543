import { use } from 'react'
import { updateProfile } from '#protocol/settings.ts'
import { useCommand } from '../../outbox/use-command.ts'
import { LocaleContext, type LocaleChoice } from '../../ui/locale-context.ts'
import { LocaleFields } from '../../ui/locale-fields.tsx'
import { useTellOutcome } from '../../entities/use-tell-outcome.ts'

/**
 * Language and country of the app here, and of the profile: what the server writes and pushes speaks the same language.
 */
export function ProfileLocale({ countries }: { countries: readonly { id: string; name: string; alias: string }[] }) {
  const locale = use(LocaleContext)
  const { run } = useCommand(updateProfile)
  const tell = useTellOutcome()
  const choose: LocaleChoice['choose'] = async (change) => {
    await locale.choose(change)
    const country = countries.find((it) => it.id.toUpperCase() === change.country)?.id
    const edit = {
      ...(change.language !== undefined && { language: change.language }),
      ...(country !== undefined && { country }),
    }
    // The choice holds on this device either way; a toast would speak before the new language is read.
    if (Object.keys(edit).length > 0) tell(await run(edit), null)
  }
  return (
    <LocaleContext value={{ ...locale, choose }}>
      <LocaleFields countries={countries} isLabelled />
    </LocaleContext>
  )
}
