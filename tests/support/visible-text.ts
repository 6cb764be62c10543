import type { Page } from 'playwright-core'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A line of visible text. */
export interface TextLine {
  text: string
  box: Box
  /** Least contrast (WCAG 2.2, 1.4.3): 4.5, large text 3, disabled controls 0. */
  contrast: 4.5 | 3 | 0
}

/** Every visible line of text on the page, or within the element that `within` selects. */
export function textLines(page: Page, within = 'body'): Promise<TextLine[]> {
  return page.evaluate((within) => {
    const words = document.createTreeWalker(document.querySelector(within) ?? document.body, NodeFilter.SHOW_TEXT)
    const lines: TextLine[] = []
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const holder = node.parentElement
      const text = node.textContent?.trim() ?? ''
      if (
        !holder ||
        !text ||
        holder.closest('.sr-only, option, script, style') ||
        !holder.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
      )
        continue
      const { fontSize, fontWeight } = getComputedStyle(holder)
      const size = Number.parseFloat(fontSize)
      const isOff = holder.closest(':disabled, [aria-disabled="true"], label:has(:disabled)') !== null
      const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 600)
      const range = document.createRange()
      range.selectNodeContents(node)
      // A box narrower than a digit is a space between bidirectional words; text outside the window is scrolled away.
      for (const { x, y, width, height } of range.getClientRects())
        if (width > size * 0.45 && x >= 0 && x + width <= innerWidth)
          lines.push({ text, box: { x, y, width, height }, contrast: isOff ? 0 : isLarge ? 3 : 4.5 })
    }
    return lines
  }, within)
}

/** Waits until a style that was just set can be measured: one frame still finds the old style. */
export function nextFrame(page: Page): Promise<unknown> {
  return page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done))
      }),
  )
}

/** Text that is clipped by an element around it, or overflows the window where nothing scrolls. */
export function clippedText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const cut: string[] = []
    // Texts have most of their ancestors in common.
    const styles = new Map<Element, CSSStyleDeclaration>()
    const styleOf = (it: Element) => {
      const style = styles.get(it) ?? getComputedStyle(it)
      styles.set(it, style)
      return style
    }
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const holder = node.parentElement
      if (!holder || !node.textContent?.trim() || holder.closest('.sr-only, option')) continue
      // What is in closed details has a box and is not painted.
      if (!holder.checkVisibility()) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      if (box.width === 0) continue
      for (const [axis, near, far] of [
        ['overflowX', 'left', 'right'],
        ['overflowY', 'top', 'bottom'],
      ] as const) {
        let frame: HTMLElement | null = holder
        while (frame && styleOf(frame)[axis] === 'visible') frame = frame.parentElement
        if (frame && ['auto', 'scroll'].includes(styleOf(frame)[axis])) continue
        // What lies beyond a map's edge is seen when the map is moved.
        if (frame?.closest('.cursor-grab')) continue
        const edge =
          frame && frame !== document.documentElement
            ? frame.getBoundingClientRect()
            : { left: 0, right: innerWidth, top: -Infinity, bottom: Infinity }
        // A line box has free space above and below its letters.
        const air = axis === 'overflowY' ? 4 : 1
        if (box[far] > edge[far] + air || box[near] < edge[near] - air)
          cut.push(
            `${node.textContent.trim()} (${near} ${Math.round(box[near])} of ${Math.round(edge[near])}, ${far} ${Math.round(box[far])} of ${Math.round(edge[far])})`,
          )
      }
    }
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return cut
    const sticking = [...document.querySelectorAll('body *')].filter((it) => {
      const { left, right } = it.getBoundingClientRect()
      return right > clientWidth || left < 0
    })
    // An ancestor of an overflowing element overflows with it; only the innermost is named.
    const inmost = sticking.filter((it) => !sticking.some((other) => other !== it && it.contains(other)))
    return [
      ...cut,
      `the page is ${scrollWidth - clientWidth} px wider than ${clientWidth}: ${inmost.map((it) => it.outerHTML.slice(0, 120)).join(' and ')}`,
    ]
  })
}

/** Words that end in the middle of a line and go on in the next, within the elements that `within` selects. */
export function brokenWords(page: Page, within = 'button'): Promise<string[]> {
  return page.evaluate((within) => {
    const broken: string[] = []
    for (const button of document.querySelectorAll(within)) {
      if (!button.checkVisibility()) continue
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (node.parentElement?.closest('.sr-only')) continue
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\p{L}+/gu)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const tops = new Set([...range.getClientRects()].map((it) => Math.round(it.top)))
          if (tops.size > 1) broken.push(`${word} of ${button.textContent?.trim().slice(0, 60)}`)
        }
      }
    }
    return broken
  }, within)
}

/** Lines of text that overlap each other, or lie under another element. */
export async function overlappedText(page: Page, within?: string): Promise<string[]> {
  const lines = await textLines(page, within)
  // Line boxes of a paragraph touch, so their top and bottom fifths are left out.
  const inner = lines.map(({ text, box }) => ({
    text,
    left: box.x + 1,
    right: box.x + box.width - 1,
    top: box.y + box.height * 0.2,
    bottom: box.y + box.height * 0.8,
  }))
  const crossing = inner.flatMap((one, index) =>
    inner
      .slice(index + 1)
      .filter((it) => one.left < it.right && it.left < one.right && one.top < it.bottom && it.top < one.bottom)
      .map((it) => `${one.text} / ${it.text}`),
  )
  return [
    ...crossing,
    ...(await page.evaluate(
      coveredPoints,
      lines.map(({ text, box }) => ({ text, x: box.x + box.width / 2, y: box.y + box.height / 2 })),
    )),
  ]
}

function coveredPoints(points: { text: string; x: number; y: number }[]): string[] {
  // A countdown may have gone on since its text was read, from 1:00:00 to 59:59 too.
  const withoutDigits = (of: string | null) => of?.replaceAll(/[\d:]+/g, '') ?? ''
  return points.flatMap(({ text, x, y }) => {
    const over = document.elementFromPoint(x, y)
    // Transparent inputs lie over their labels.
    if (!over || withoutDigits(over.textContent).includes(withoutDigits(text)) || over.matches('input, select'))
      return []
    return [`${text} is under ${over.outerHTML.slice(0, 80)}`]
  })
}

/** Controls smaller than 44 px in either direction. Links within a sentence are exempt. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isInText = (it: Element) =>
      getComputedStyle(it).display === 'inline' &&
      (it.parentElement?.textContent?.trim() ?? '') !== it.textContent?.trim()
    return [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=tab]')]
      .filter((it) => it.checkVisibility() && !it.closest('[aria-hidden=true]') && !isInText(it))
      .flatMap((it) => {
        const own = it.getBoundingClientRect()
        const label = it.closest('label')?.getBoundingClientRect() ?? own
        const [width, height] = [Math.max(own.width, label.width), Math.max(own.height, label.height)]
        return width < 43.5 || height < 43.5
          ? [`${Math.round(width)} × ${Math.round(height)}: ${it.outerHTML.slice(0, 120)}`]
          : []
      })
  })
}

/** Choices of select fields whose text is wider than the field shows: such a field ends in the middle of a letter. */
export function cutChoices(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ruler = document.createElement('canvas').getContext('2d')!
    return [...document.querySelectorAll('select')]
      .filter((it) => it.checkVisibility())
      .flatMap((select) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(select)
        const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        ruler.font = font
        return [...select.options]
          .map(({ text }) => ({ text, width: Math.ceil(ruler.measureText(text).width) }))
          .filter(({ width }) => width > room)
          .map(({ text, width }) => `${text} (${width} px of ${Math.floor(room)})`)
      })
  })
}
