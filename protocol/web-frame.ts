/** Where the server frames a page from elsewhere for the app; `?url=` is the page's address. */
export const webFramePath = '/web-frame'

/**
 * What a framed page may do: run, keep its own storage, send forms, and open pages of its own beside the app. It may
 * not lead the app somewhere else.
 */
export const sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'
