import babel from '@rolldown/plugin-babel'
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'
import { longer } from './tests/support/longer.ts'
import { LongestFirst } from './tests/support/longest-first.ts'

// The same macro as the app's, so that tests import what the app imports.
const plugins = () => [babel({ presets: [linguiTransformerBabelPreset()] })]
const define = { __BUILD_ID__: JSON.stringify('test') }

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: plugins(),
        define,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/offline/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts'],
          setupFiles: ['tests/support/seed.ts'],
          // Some take seconds on a quiet machine.
          testTimeout: 30_000,
          maxWorkers: 2,
        },
      },
      {
        plugins: plugins(),
        define,
        test: {
          name: 'server',
          // Loading the server anew for each file took a fifth of this stage's time.
          isolate: false,
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/support/start-databases.ts'],
          setupFiles: ['tests/support/seed.ts', 'tests/support/statements/record.ts'],
          testTimeout: 60_000 * longer,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        plugins: plugins(),
        define,
        test: {
          name: 'browser',
          isolate: false,
          globalSetup: ['tests/support/seed-once.ts'],
          include: ['tests/journeys/**/*.test.ts', 'tests/offline/**/*.browser.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // More than two cores: a browser's test waits half of its time, for a page, a timer or a time-out.
          maxWorkers: 3,
          setupFiles: ['tests/support/pages-at-failure.ts'],
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
