import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/**
 * How the search of an address is read and written: as the text it is. The router's own reading takes the invitation
 * code 22222E22 for a number.
 */
export const readSearch = parseSearchWith((text) => text)
export const writeSearch = stringifySearchWith(JSON.stringify)
