const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml' }

/**
 * The files in a pack (build/packs.ts) as they arrive, so that those that came before a line broke are here. Rejects
 * where the rest doesn't come, or something else does. Calls `heard` with every part that arrives.
 */
export async function* filesIn(pack: Response, heard: () => void): AsyncGenerator<[url: string, file: Response]> {
  if (!pack.ok || !pack.body) throw new Error(`no pack of files (HTTP ${pack.status})`)
  for await (const line of linesOf(pack.body, heard)) {
    const [url, content] = JSON.parse(line) as [string, string]
    const type = types[url.slice(url.lastIndexOf('.') + 1)]
    if (type !== undefined)
      yield [url, new Response(content, { headers: { 'content-type': `${type}; charset=utf-8` } })]
  }
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>, heard: () => void): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let begun = ''
  for (let part; !(part = await reader.read()).done;) {
    heard()
    const lines = (begun + part.value).split('\n')
    begun = lines.pop()!
    yield* lines
  }
}

/** A signal that aborts at `end`, or once `heard` wasn't called for so many milliseconds. */
export function silenceOf(ms: number): { signal: AbortSignal; heard: () => void; end: () => void } {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    silence.abort()
  }
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(end, ms)
  }
  heard()
  return { signal: silence.signal, heard, end }
}
