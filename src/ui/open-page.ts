/** Selects the page that is open. Those of other tabs stay in the document, unseen. */
export const openPage = 'main:not([data-away] *)'
