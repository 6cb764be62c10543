import { reported } from '../lib/report.ts'
import { followProfile } from './follow-profile.ts'
import { chooseLocale, languageList, locale, rereadLocale } from './locale.ts'
import { localeName, savedLocale, type SavedLocale } from './saved-locale.ts'

/** What of the saved choice follows a member's own, and was not made by hand on this device. */
const followedName = 'voltfolio-locale-of-member'

/**
 * Applies language and country that the member chose on another device, or in another tab. What was chosen by hand on
 * this device before they signed in on it the first time stays; what another member was followed in doesn't.
 */
export function followLocale(): void {
  followProfile({
    name: 'voltfolio-locale-followed',
    choiceOf: ({ language, country }) => ({ language, country: country.toUpperCase() }),
    apply: async (choice, isNews) => {
      const now = locale.getSnapshot()
      const own = isNews ? {} : madeByHand()
      const change = {
        ...(choice.language !== now.language &&
          own.language === undefined &&
          languageList.includes(choice.language) && { language: choice.language }),
        ...(choice.country !== now.country.toUpperCase() && own.country === undefined && { country: choice.country }),
      }
      if (Object.keys(change).length === 0) return
      await chooseLocale(change)
      noteFollowed({ ...followed(), ...change })
    },
  })
  // A choice by hand takes the place of what was followed.
  locale.subscribe(() => noteFollowed(common(followed(), savedLocale())))
  addEventListener('storage', ({ key }) => {
    if (key === localeName) rereadLocale().catch(reported('language: of another tab'))
  })
}

function madeByHand(): SavedLocale {
  const [saved, not] = [savedLocale(), followed()]
  return {
    ...(saved.language !== not.language && { language: saved.language }),
    ...(saved.country !== not.country && { country: saved.country }),
  }
}

function common(one: SavedLocale, other: SavedLocale): SavedLocale {
  return {
    ...(one.language === other.language && { language: one.language }),
    ...(one.country === other.country && { country: one.country }),
  }
}

// Where storage is blocked, no choice is saved either.
function followed(): SavedLocale {
  try {
    // Written by `noteFollowed` only, and compared with what is saved.
    return JSON.parse(localStorage.getItem(followedName) ?? '{}') as SavedLocale
  } catch {
    return {}
  }
}

function noteFollowed(choice: SavedLocale): void {
  try {
    localStorage.setItem(followedName, JSON.stringify(choice))
  } catch {}
}
