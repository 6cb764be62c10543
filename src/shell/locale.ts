import { i18n, type Messages } from '@lingui/core'
import { defaultLanguage, intlLocaleOf, languageFor, type Language } from '#protocol/languages.ts'
import { speakAs } from '../api/api.ts'
import { createSignal } from '../store/signal.ts'
import { keepLocale, keptLocale, type KeptLocale } from './kept-locale.ts'

type Load = () => Promise<{ messages: Messages }>
/** What the first frame may say (the shell, the components, Home), and the text of the other areas. */
type Text = [first: Load, areas: Load]

const texts: Record<Language, Text> & Partial<Record<string, Text>> = {
  en: [() => import('../../locales/en/first.po'), () => import('../../locales/en/areas.po')],
  id: [() => import('../../locales/id/first.po'), () => import('../../locales/id/areas.po')],
  ms: [() => import('../../locales/ms/first.po'), () => import('../../locales/ms/areas.po')],
  vi: [() => import('../../locales/vi/first.po'), () => import('../../locales/vi/areas.po')],
  th: [() => import('../../locales/th/first.po'), () => import('../../locales/th/areas.po')],
  'zh-Hans': [() => import('../../locales/zh-Hans/first.po'), () => import('../../locales/zh-Hans/areas.po')],
  ar: [() => import('../../locales/ar/first.po'), () => import('../../locales/ar/areas.po')],
  ...(import.meta.env.DEV && {
    pseudo: [() => import('../../locales/pseudo/first.po'), () => import('../../locales/pseudo/areas.po')] satisfies Text,
  }),
}

const defaultCountry = 'ID'
export interface Locale { language: string; country: string }

export const locale = createSignal<Locale>({ language: defaultLanguage, country: defaultCountry })
/** Codes of the languages that there is text in. */
export const languageList = Object.keys(texts)

let chosen: KeptLocale = {}
let activating: Promise<void> | undefined

/** Before the first frame: the language chosen here, else the first of the browser's that we have, else English. */
export function activateLocale(): Promise<void> {
  activating ??= activate()
  return activating
}

async function activate(): Promise<void> {
  chosen = keptLocale()
  try {
    await speak(languageFor([chosen.language ?? '', ...navigator.languages], languageList))
  } catch {
    // A language whose text was never fetched, without a network: any text is better than none.
    await speak(defaultLanguage)
  }
}

/** Changes language, country or both, and keeps the choice. Rejects where the text can't be fetched. */
export async function chooseLocale(change: KeptLocale): Promise<void> {
  const before = chosen
  const language = change.language ?? locale.getSnapshot().language
  try {
    chosen = { ...chosen, ...change }
    // All of it before any of it is shown: a language half there is worse than none.
    await loadAreas(language)
    await speak(language)
  } catch (cause) {
    chosen = before
    throw cause
  }
  try {
    keepLocale(chosen)
  } catch {
    // Holds until the page closes.
  }
}

/** Resolves when the text of every area is there. Rejects where it can't be fetched; the next call tries again. */
export async function untilTextOfAreas(): Promise<void> {
  await activateLocale()
  await loadAreas(locale.getSnapshot().language)
}

const areas = new Map<string, Promise<void>>()

function loadAreas(language: string): Promise<void> {
  const tag = intlLocaleOf(language, chosen.country)
  const loading = areas.get(tag) ?? texts[language]![1]().then(({ messages }) => i18n.load(tag, messages))
  areas.set(tag, loading)
  loading.catch(() => areas.delete(tag))
  return loading
}

async function speak(language: string): Promise<void> {
  const { messages } = await texts[language]![0]()
  // Numbers and days are written by the name that the text is active under.
  const tag = intlLocaleOf(language, chosen.country)
  // Together they would replace what is there of the areas.
  i18n.load(tag, messages)
  i18n.activate(tag)
  document.documentElement.lang = language
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
  const next = { language, country: chosen.country ?? defaultCountry }
  speakAs(next)
  locale.set(next)
}
