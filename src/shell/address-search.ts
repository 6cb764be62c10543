import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

/**
 * Reads and writes the search part of an address as plain text. The router's default would parse the invitation code
 * 22222E22 as a number.
 */
export const readSearch = parseSearchWith((text) => text)
export const writeSearch = stringifySearchWith(JSON.stringify)
