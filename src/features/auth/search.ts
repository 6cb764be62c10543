import { oneOf, search } from '../../lib/search.ts'

export const changePasswordSearch = search({
  /** The password to change; without it, the login password. */
  of: oneOf(['transaction']),
  by: oneOf(['code']),
})
