import { undrawn } from '../../ui/below-fold.tsx'
import { openPage } from '../../ui/open-page.ts'
import { skipBelowFold } from '../skip-below-fold.ts'
import { markBelowFold } from './mark-below-fold.ts'

/** What a screen looks like: attributes of the page, markup, and inline styles as rules. */
export interface Taken {
  page: Record<string, string>
  markup: string
  styles: string
}

/** Parts that are true only now, that are read aloud when they come, that run, or that load something. */
const left =
  '[data-away], [data-unkept], [role="status"], script, style, link, iframe, object, embed, video, audio, canvas, noscript'
/** What a page waits for, what someone is typing, or what lies on top: such a page isn't kept. */
const unfinished = [
  undrawn,
  '[role="dialog"], [role="alertdialog"], .animate-late, form, textarea',
  'input:not([type="search"], [type="radio"], [role="switch"])',
].join(', ')
/** Attributes of the page that hold only for the moment. */
const momentary = new Set(['style', 'data-covered', 'data-base-ui-scroll-locked'])

/**
 * Takes what `root` shows, with `date` as the line that says when it was true. Undefined where the page is unfinished,
 * has a form, or is covered by a dialog.
 */
export function takeScreen(root: HTMLElement, date: string): Taken | undefined {
  if (root.childElementCount === 0 || isUnfinished()) return undefined
  const copy = copyOf(root)
  const main = root.querySelector<HTMLElement>(openPage)
  if (main) {
    skipBelowFold(main, copy.querySelector(openPage)!)
    markBelowFold(main, copy.querySelector(openPage)!)
  }
  for (const part of copy.querySelectorAll(left)) part.remove()
  const rules = [ruleOf('html', document.documentElement)]
  for (const [at, part] of [...copy.querySelectorAll<HTMLElement>('[style]')].entries()) {
    rules.push(ruleOf(`[data-style="${at}"]`, part))
    part.removeAttribute('style')
    part.dataset['style'] = String(at)
  }
  // They can't answer yet; links can.
  for (const part of copy.querySelectorAll('button, input, select, summary')) part.setAttribute('inert', '')
  // The page has come in already.
  copy.querySelector('[data-entrance]')?.removeAttribute('data-entrance')
  for (const part of copy.querySelectorAll('input')) {
    part.removeAttribute('value')
    // Radio buttons of one name are one group: checking the page's own would uncheck these.
    part.removeAttribute('name')
  }
  for (const picture of copy.querySelectorAll('[src^="blob:"]')) picture.removeAttribute('src')
  // Links lead within the app; everything else waits for the program.
  for (const link of copy.querySelectorAll('a:not([href^="#"], [href^="/#"])')) link.removeAttribute('href')
  const line = document.createElement('p')
  line.className = 'last-screen-date'
  line.textContent = date
  // Before the figures that it is about: no frame has these without it.
  copy.prepend(line)
  return { page: attributesOf(document.documentElement), markup: copy.innerHTML, styles: rules.join('\n') }
}

/** Pages of tabs that aren't open don't count. */
function isUnfinished(): boolean {
  return [...document.querySelectorAll(unfinished)].some((it) => !it.closest('[data-away]'))
}

/** Attributes of the copy say what is chosen now; those of `root` still say what was chosen when it was drawn. */
function copyOf(root: HTMLElement): HTMLElement {
  const copy = root.cloneNode(true) as HTMLElement
  const chosen = [...root.querySelectorAll('option')].map((it) => it.selected)
  for (const [at, part] of [...copy.querySelectorAll('option')].entries()) part.toggleAttribute('selected', chosen[at])
  for (const part of copy.querySelectorAll('input')) part.toggleAttribute('checked', part.checked)
  return copy
}

function ruleOf(selector: string, { style }: HTMLElement): string {
  return style.length === 0 ? '' : `${selector}{${style.cssText}}`
}

function attributesOf(element: Element): Record<string, string> {
  return Object.fromEntries(
    [...element.attributes].filter(({ name }) => !momentary.has(name)).map(({ name, value }) => [name, value]),
  )
}
