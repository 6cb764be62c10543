import { resolveConfig } from 'vite'

// The router's plugin writes src/route-tree.gen.ts as soon as the configuration is read; the type check needs it first.
await resolveConfig({ root: `${import.meta.dirname}/..` }, 'build')
