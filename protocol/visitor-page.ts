import type { Language } from './languages.ts'

/**
 * What is shown until the program has drawn the page: the last screen (docs/offline.md), or what the server drew for a
 * visitor.
 */
export const lastScreenId = 'last-screen'

/** The first element of a last screen after what is seen without scrolling. Short screens have none. */
export const belowFoldId = 'last-screen-below-fold'

/**
 * A link for the head of a document with a last screen: the browser paints nothing until the element with this id
 * begins. Lines that are centred or end-aligned would move as their rest is read. The id is that of what follows, as
 * Chromium goes on at an element's start tag. It has to stand before a `base`: after it, the id would be one of another
 * document.
 */
export const firstFrameAwaits = (followingId: string): string =>
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
