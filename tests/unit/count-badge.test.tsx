import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CountBadge } from '#src/ui/count-badge.tsx'

test('a count of three figures is 99+, which leaves room for the icon', () => {
  const shown = (count: number) => renderToStaticMarkup(<CountBadge count={count} isBeside />)
  expect(shown(99)).toContain('>99<')
  expect(shown(100)).toContain('>99+<')
})
