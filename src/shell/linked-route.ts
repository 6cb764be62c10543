import { routeOfProductLink } from '#protocol/product-link.ts'

/**
 * Makes the app's own address of one that the server drew a page for, `p/ID`, before the router reads it: this module
 * is imported before the router.
 */
const route = document.documentElement.dataset['drawn']
if (route !== undefined && routeOfProductLink(location.href, document.baseURI) !== undefined)
  history.replaceState(null, '', `./#${route}`)
