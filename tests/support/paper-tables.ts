import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#server/install.mjs'

/** The cells of the table below a title of a paper, without backticks and heading. */
export function rowsUnder(paper: string, title: string): string[][] {
  const section = readFileSync(join(root, paper), 'utf8').split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    )
}
