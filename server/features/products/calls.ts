import { catalogueCalls } from './catalogue.ts'
import { unitCalls } from './unit-calls.ts'

export const productsCalls = [...catalogueCalls, ...unitCalls]
