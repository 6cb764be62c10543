import { resolveConfig } from 'vite'

// Reading the configuration runs the router's plugin, which writes src/route-tree.gen.ts. The type check needs that
// file.
await resolveConfig({ root: `${import.meta.dirname}/..` }, 'build')
