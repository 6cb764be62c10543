import type { Language } from './languages.ts'

/**
 * What is shown until the program has drawn the page: the last screen (docs/offline.md), or what the server drew for a
 * visitor.
 */
export const lastScreenId = 'last-screen'

/** The first element of a last screen after all that is seen of it without scrolling; not every one has such. */
export const belowFoldId = 'last-screen-below-fold'

/**
 * For the head of a document that has a last screen: nothing is painted before what is seen of it is there, because
 * lines that are centred or end-aligned move as their rest comes. It waits for the start of what follows, an element's
 * id: Chromium takes an element as there once its start tag is. It has to stand before a `base`, with which the id
 * would be one of another document.
 */
export const paintedWhole = (followingId: string): string =>
  `<link rel="expect" href="#${followingId}" blocking="render">`

/** The stamp (src/cache/last-screen-stamp.ts) of a device that has stored nothing: a first page fits there. */
export const visitorStamp = '[null,null,null,null]'

/** The element with the answers that a visitor's page was drawn from, as JSON: `[query key, answer]` each. */
export const givenAnswersId = 'given-answers'

/** Answers under the keys of the queries that ask for them: `['home/indexV3', {}]`. */
export type GivenAnswers = readonly (readonly [key: readonly [path: string, args: object], answer: unknown])[]

/** What a page is drawn from. */
export interface ToDraw {
  /** Path and search of the app's route. */
  route: string
  language: Language
  /** Whose way of writing numbers and days it is (ISO 3166); undefined where the language has one way. */
  region: string | undefined
  answers: GivenAnswers
}

/** A page as markup, with its inline styles as rules: the content security policy refuses style attributes. */
export interface Drawn {
  dir: 'ltr' | 'rtl'
  markup: string
  styles: string
}
