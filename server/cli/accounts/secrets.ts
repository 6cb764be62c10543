import * as v from 'valibot'

const Line = v.pipe(v.string(), v.maxLength(200))

/** What a person types without echo, by its kind. It never is an argument, and no log and no audit has it. */
export const Secrets = v.variant('kind', [
  v.object({ kind: v.literal('sign-in'), password: Line, code: Line }),
  v.object({
    kind: v.literal('enrolment'),
    enrolment: Line,
    password: Line,
    /** The secret of the person's authenticator in base32, made by their own command: nobody else has seen it. */
    totpSecret: v.pipe(v.string(), v.regex(/^[A-Z2-7]{32}$/)),
    code: Line,
  }),
])
export type Secrets = v.InferOutput<typeof Secrets>
export type SecretsOf<K extends Secrets['kind']> = Extract<Secrets, { kind: K }>
