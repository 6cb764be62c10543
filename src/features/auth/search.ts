import { oneOf, search } from '../../lib/search.ts'

export const changePasswordSearch = search({
  /** Which password; the login's where nothing is said. */
  of: oneOf(['transaction']),
  by: oneOf(['code']),
})
