import { BaseSequencer, type TestSpecification } from 'vitest/node'

// A long file that starts last keeps one worker busy while the others idle. Vitest knows durations only from an earlier
// run of the same clone; without one it sorts by file size.
const longest =
  /(kills\.browser|killed-draws\.browser|accessible|look|tabs\.browser|older-cache\.browser|offline-routes|network\.browser|last-screen\.browser|store\.browser|shifts|languages|histories|killed|npm-start|backup|operator-accounts|earnings-by-day|data-directory|point-in-time|many-processes|migrate|starting|long-lists-of-others|demo-stations)\.test\.ts$/

/** Order of a run's files: those that take minutes, then Vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's own order, not an array's
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(longest.test(b.moduleId)) - Number(longest.test(a.moduleId)))
  }
}
