import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A text that was posted, as it came. */
export interface Posted {
  body: string
  headers: IncomingHttpHeaders
}

/** How the gateway treats the next try: a status, or not at all. */
type Treatment = number | 'silent' | 'cut'

/** A gateway for texts on a real socket. It treats tries in the order of `plan`, and then takes everything. */
export async function startSmsGateway() {
  const posted: Posted[] = []
  const plan: Treatment[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      posted.push({ body, headers: request.headers })
      const treatment = plan.shift() ?? 200
      if (treatment === 'cut') request.socket.destroy()
      // The answer repeats what came, as careless gateways do.
      else if (treatment !== 'silent') response.writeHead(treatment, { location: '/elsewhere' }).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages?key=in-the-address`
  return {
    url,
    posted,
    plan,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}
