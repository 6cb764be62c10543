const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' }

/**
 * The files in an archive (build/archives.ts) as they arrive, so that those that came before a line broke are here.
 * Rejects where the rest doesn't come, or something else does. Calls `onData` with every part that arrives.
 */
export async function* filesIn(archive: Response, onData: () => void): AsyncGenerator<[url: string, file: Response]> {
  if (!archive.ok || !archive.body) throw new Error(`no archive of files (HTTP ${archive.status})`)
  for await (const line of linesOf(archive.body, onData)) {
    const [url, content] = JSON.parse(line) as [string, string]
    const type = types[url.slice(url.lastIndexOf('.') + 1)]
    if (type !== undefined)
      yield [url, new Response(content, { headers: { 'content-type': `${type}; charset=utf-8` } })]
  }
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>, onData: () => void): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let begun = ''
  for (let part; !(part = await reader.read()).done;) {
    onData()
    const lines = (begun + part.value).split('\n')
    begun = lines.pop()!
    yield* lines
  }
}

/** An idle timeout: its signal aborts at `end`, or once `restart` wasn't called for so many milliseconds. */
export function idleTimeout(ms: number): { signal: AbortSignal; restart: () => void; end: () => void } {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    controller.abort()
  }
  const restart = () => {
    clearTimeout(timer)
    timer = setTimeout(end, ms)
  }
  restart()
  return { signal: controller.signal, restart, end }
}
