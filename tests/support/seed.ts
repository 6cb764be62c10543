import fc from 'fast-check'

/**
 * The seed of generated arguments, of histories and of the moments of kills. The same in every run, so that a commit
 * that has passed passes again. SEED=… takes other chances, and repeats those of a run that took them.
 */
export const seed = Number(process.env['SEED'] ?? 20_261_122)

fc.configureGlobal({ seed })
