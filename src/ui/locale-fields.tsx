import { useLingui } from '@lingui/react/macro'
import { use } from 'react'
import { languageName } from './language-names.ts'
import { LocaleContext, type LocaleChoice } from './locale-context.ts'
import { SelectField } from './select-field.tsx'
import { toast } from './toast.tsx'

interface LocaleFieldsProps {
  /**
   * ISO 3166 codes of the countries the operator works in, each named in the language of the app; empty until the list
   * is loaded.
   */
  countries: readonly { id: string; name: string; alias: string }[]
  isLabelled?: boolean
}

/**
 * The language of the app on this device, each under its own name, and the country whose number and date format it
 * follows.
 */
export function LocaleFields({ countries, isLabelled = false }: LocaleFieldsProps) {
  const { t, i18n } = useLingui()
  const { language, hasChosenLanguage, languages, country, choose } = use(LocaleContext)
  const change = (it: Parameters<LocaleChoice['choose']>[0]) =>
    choose(it).catch(() => {
      toast(t`This language couldn't be loaded. Try again when you're online.`, { tone: 'danger', duration: 6000 })
    })
  /** A reader who hasn't chosen a language is offered the country's (specification 3). */
  const changeCountry = async (next: string) => {
    await change({ country: next })
    const alias = countries.find((it) => it.id.toUpperCase() === next)?.alias
    if (hasChosenLanguage || alias === undefined || alias === language || !languages.includes(alias)) return
    const name = languageName(alias)
    toast(t`Use the app in ${name}?`, { action: { label: name, onPress: () => void change({ language: alias }) } })
  }
  const code = country.toUpperCase()
  const known = countries.some((it) => it.id.toUpperCase() === code)
  const named = new Intl.DisplayNames(i18n.locale, { type: 'region', fallback: 'code' })
  return (
    <div className="flex flex-wrap gap-3 *:min-w-[min(12rem,100%)] *:flex-1">
      <SelectField
        label={t`Language`}
        labelHidden={!isLabelled}
        value={language}
        onChange={(event) => void change({ language: event.target.value })}
      >
        {languages.map((it) => (
          <option key={it} value={it} lang={it}>
            {languageName(it)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`Country`}
        labelHidden={!isLabelled}
        value={code}
        onChange={(event) => void changeCountry(event.target.value)}
      >
        {!known && <option value={code}>{named.of(code)}</option>}
        {countries.map((it) => (
          <option key={it.id} value={it.id.toUpperCase()}>
            {it.name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}
