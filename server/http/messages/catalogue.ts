import type { ErrorCode, ErrorParams } from '#protocol/errors.ts'

/** One sentence for every code (specification 8): a new code doesn't compile untranslated. */
export type Catalogue = Record<ErrorCode, (p: ErrorParams) => string>
