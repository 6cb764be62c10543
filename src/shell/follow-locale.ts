import { followProfile } from './follow-profile.ts'
import { chooseLocale, languageList, locale } from './locale.ts'
import { savedLocale } from './saved-locale.ts'

/**
 * Applies language and country that the member chose on another device. What was chosen on this device before they
 * signed in on it the first time stays.
 */
export function followLocale(): void {
  followProfile({
    name: 'voltfolio-locale-followed',
    choiceOf: ({ language, country }) => ({ language, country: country.toUpperCase() }),
    apply: async (choice, isFirst) => {
      const now = locale.getSnapshot()
      const own = isFirst ? savedLocale() : {}
      const change = {
        ...(choice.language !== now.language &&
          own.language === undefined &&
          languageList.includes(choice.language) && { language: choice.language }),
        ...(choice.country !== now.country.toUpperCase() && own.country === undefined && { country: choice.country }),
      }
      if (Object.keys(change).length > 0) await chooseLocale(change)
    },
  })
}
