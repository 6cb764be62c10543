import { createContext } from 'react'

export interface LocaleChoice {
  /** Language code of the text on screen. */
  language: string
  /** Codes of the languages that can be chosen. */
  languages: readonly string[]
  /** False while the browser's languages decide: then a country may offer its own language. */
  hasChosenLanguage: boolean
  /** Missing while a default stands for the country. */
  chosenCountry?: string | undefined
  /** ISO 3166 code of the country whose way of writing is followed and whose calling code comes first. */
  country: string
  /** Rejects where the language's text is neither on this device nor reachable. */
  choose(change: { language?: string; country?: string }): Promise<void>
}

/** Language and country; the shell provides them. */
export const LocaleContext = createContext<LocaleChoice>({
  language: 'en',
  languages: [],
  hasChosenLanguage: false,
  country: 'ID',
  choose: () => Promise.resolve(),
})
