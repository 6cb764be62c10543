/** One line of JSON an event. Never a token, a password, a card or a whole phone number. */
export interface Log {
  info(event: string, facts?: Record<string, unknown>): void
  error(event: string, cause: unknown, facts?: Record<string, unknown>): void
}

export const consoleLog: Log = {
  info: (event, facts) => {
    console.log(JSON.stringify({ event, ...facts }))
  },
  error: (event, cause, facts) => {
    const error =
      cause instanceof Error
        ? { name: cause.name, message: cause.message, stack: cause.stack }
        : { message: String(cause) }
    console.error(JSON.stringify({ event, ...facts, error }))
  },
}

export const silentLog: Log = { info: () => undefined, error: () => undefined }
