import type { AreaName, CallPath } from '#protocol/calls.ts'
import { areaOf } from '#protocol/calls.ts'
import type { Call } from '#protocol/call.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import { errors } from '#protocol/errors.ts'
import { appVersion, header, prefix } from '#protocol/headers.ts'
import { areaTexts, callTexts } from './call-texts/texts.ts'
import type { JsonSchema } from './json-schema.ts'
import { jsonSchemaOf } from './json-schema.ts'

type Node = Record<string, unknown>

/**
 * The OpenAPI 3.1 description of a table of calls: what may be sent, what comes back, and how each behaves without a
 * network. `origin`: where people open the app, if that is known.
 */
export function openapi(calls: Readonly<Partial<Record<CallPath, Call>>>, origin?: string): Node {
  const paths: Record<string, Node> = {}
  for (const [path, call] of Object.entries(calls) as [CallPath, Call][]) {
    paths[`${prefix}${path}`] = { [call.method.toLowerCase()]: operationOf(path, call) }
  }
  const areas = [...new Set(Object.keys(calls).map((path) => areaOf[path as CallPath]))].toSorted()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Voltfolio',
      version: appVersion,
      description:
        'Every answer is {errno, errmsg, data}; errno 0 is success. A refusal of a rule is HTTP 200 with its errno. Money is whole minor units.',
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Voltfolio' },
      contact: { name: 'The operator of this installation', ...(origin && { url: `${origin}/#${contactRoute}` }) },
    },
    servers: [{ url: '/' }],
    tags: areas.map((name: AreaName) => ({ name, description: areaTexts[name] })),
    paths,
    components,
  }
}

function operationOf(path: CallPath, call: Call): Node {
  const [summary, description] = callTexts[path]
  const args = jsonSchemaOf(call.args)
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map((it) => String(it[1]))
  return {
    operationId: call.path.replaceAll(/[^A-Za-z0-9]+(\w?)/g, (_, next: string) => next.toUpperCase()),
    summary,
    description,
    tags: [areaOf[path]],
    security: securityOf[call.who],
    parameters: [
      ...callerHeaders.map((name) => ({ $ref: `#/components/parameters/${name}` })),
      ...(call.writes && call.replayed
        ? [{ $ref: '#/components/parameters/key' }, { $ref: '#/components/parameters/sequence' }]
        : []),
      ...(call.proof ? [{ $ref: '#/components/parameters/proof' }] : []),
      ...parametersOf(args, inPath, call.method === 'GET' || call.mostBodyBytes !== undefined),
    ],
    ...(call.method === 'POST' ? { requestBody: { required: true, content: bodyOf(call, args) } } : {}),
    responses: responsesOf(call),
    'x-offline': call.offline,
    ...(call.lane === undefined ? {} : { 'x-lane': call.lane }),
    'x-writes': call.writes,
    'x-replayed': call.replayed,
    'x-touches': call.invalidates,
    'x-specified': call.specified,
  }
}

/**
 * Placeholders of the path always; in the query, lists joined by commas, the rest of a GET's arguments and those beside
 * bytes.
 */
function parametersOf(args: JsonSchema, inPath: readonly string[], isInQuery: boolean): Node[] {
  const required = new Set(args.required ?? [])
  return Object.entries(args.properties ?? {})
    .filter(([name]) => isInQuery || inPath.includes(name))
    .map(([name, schema]) =>
      inPath.includes(name)
        ? { name, in: 'path', required: true, schema }
        : { name, in: 'query', required: required.has(name), schema, style: 'form', explode: false },
    )
}

function responsesOf(call: Call): Node {
  const answered = {
    type: 'object',
    properties: { errno: { const: 0 }, errmsg: { type: 'string' }, data: jsonSchemaOf(call.answer) },
    required: ['errno', 'errmsg', 'data'],
  }
  const refusals: ErrorCode[] = [
    'bad_request',
    'update_required',
    'too_many_requests',
    'internal',
    'not_built',
    'unavailable',
    ...(call.who === 'member' ? ['session_expired' as const] : []),
    ...(call.who === 'operator' ? ['permission_denied' as const] : []),
    ...(call.method === 'POST' ? ['body_too_large' as const] : []),
    ...(call.writes && call.replayed ? ['in_progress' as const, 'key_reused' as const] : []),
  ]
  return {
    200: {
      description: 'Done (errno 0), or refused by a rule',
      headers: ours,
      content: json({ anyOf: [answered, { $ref: '#/components/schemas/RuleRejection' }, ...conflictOf(call)] }),
    },
    ...Object.fromEntries(refusals.map((code) => [errors[code].http, { $ref: `#/components/responses/${code}` }])),
  }
}

/** The schema of `changed_meanwhile`, the one rejection that carries data. */
function conflictOf({ conflict }: Call): Node[] {
  if (!conflict) return []
  return [
    {
      type: 'object',
      properties: {
        errno: { const: errors.changed_meanwhile.errno },
        errmsg: { type: 'string' },
        data: jsonSchemaOf(conflict),
      },
      required: ['errno', 'errmsg', 'data'],
    },
  ]
}

function bodyOf({ mostBodyBytes }: Call, args: JsonSchema): Node {
  return mostBodyBytes === undefined
    ? json(args)
    : { 'application/octet-stream': { schema: { maxLength: mostBodyBytes } } }
}

function json(schema: Node | JsonSchema): Node {
  return { 'application/json': { schema } }
}

const ours = {
  [header.ours]: { description: 'Tells our answer from a captive portal’s.', required: true, schema: { const: '1' } },
}
const securityOf: Record<Call['who'], Node[]> = {
  anyone: [{}, { token: [] }],
  member: [{ token: [] }],
  operator: [{ feedKey: [] }],
}
const callerHeaders = ['appType', 'version', 'versionCode', 'country', 'language', 'device', 'userAgent'] as const

function envelopeOf(codes: readonly ErrorCode[]): Node {
  return {
    type: 'object',
    properties: {
      errno: { enum: codes.map((code) => errors[code].errno) },
      errmsg: { type: 'string' },
      data: { type: 'null' },
    },
    required: ['errno', 'errmsg', 'data'],
  }
}

/** All errors with this status. */
function sharing(http: number): ErrorCode[] {
  return codes.filter((code) => errors[code].http === http)
}

const codes = Object.keys(errors) as ErrorCode[]
const text = { type: 'string' }
/** Where a person can be asked. */
const contactRoute = '/pages/my/help'

const components = {
  schemas: { RuleRejection: envelopeOf(codes.filter((code) => errors[code].http === 200)) },
  // An unknown call is no answer of any call here. A secret that can't be read shares its status.
  responses: Object.fromEntries(
    codes
      .filter((code) => errors[code].http !== 200 && code !== 'unknown_call' && code !== 'secret_unreadable')
      .map((code) => [
        code,
        {
          description: code.replaceAll('_', ' '),
          headers: ours,
          content: json(envelopeOf(sharing(errors[code].http))),
        },
      ]),
  ),
  parameters: {
    appType: { name: header.appType, in: 'header', schema: text },
    version: { name: header.version, in: 'header', schema: text, example: appVersion },
    versionCode: { name: header.versionCode, in: 'header', schema: { type: 'integer' } },
    country: { name: header.country, in: 'header', schema: text },
    language: {
      name: header.language,
      in: 'header',
      schema: text,
      description: 'Language of `errmsg` and of the operator’s words.',
    },
    device: { name: header.device, in: 'header', schema: text },
    userAgent: {
      name: header.userAgent,
      in: 'header',
      schema: { type: 'string', maxLength: 256 },
      description: 'Which browser on which system.',
    },
    key: {
      name: header.key,
      in: 'header',
      required: true,
      schema: { type: 'string', pattern: '^"?[A-Za-z0-9_-]{16,64}"?$' },
      description: 'One per command: the same key and body replays the first answer.',
    },
    sequence: {
      name: header.sequence,
      in: 'header',
      schema: { type: 'integer', minimum: 0 },
      description: 'The command’s place in its device’s sequence.',
    },
    proof: {
      name: header.proof,
      in: 'header',
      schema: text,
      description: 'The encrypted transaction password, base64url of its JSON.',
    },
  },
  securitySchemes: {
    token: { type: 'http', scheme: 'bearer', description: 'Access token of a member; 15 minutes.' },
    feedKey: { type: 'http', scheme: 'bearer', description: 'A source’s feed key.' },
  },
}
