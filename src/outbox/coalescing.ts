import type { QueueablePath } from '#protocol/queueable.ts'

type Args = Readonly<Record<string, unknown>>

/** How commands about one thing become one while none of them was sent. */
interface Rule {
  /** The one thing a command changes; undefined where the command stands alone. */
  entityKey(args: Args): string | undefined
  /** Arguments that do what both commands do; undefined where they have to stay two. */
  merge(earlier: Args, later: Args): Record<string, unknown> | undefined
  /** The arguments after the server has answered an earlier command of ours about the same thing. */
  rebase?(args: Args, answer: unknown): Record<string, unknown>
}

const rules: Readonly<Partial<Record<QueueablePath, Rule>>> = {
  'mallNotice/getRead': {
    entityKey: () => 'messages',
    merge: (earlier, later) => ({ ...later, ids: [...new Set([...idsOf(earlier), ...idsOf(later)])] }),
  },
  'mallNotice/readAll': { entityKey: () => 'all-messages', merge: (_, later) => ({ ...later }) },
  'address/save': {
    // No other command can mean an address that has no id yet.
    entityKey: ({ id }) => (typeof id === 'string' ? `address ${id}` : undefined),
    // The earlier command was never sent, so the version it was based on is still the server's.
    merge: (earlier, later) => ({ ...earlier, ...later, basedOn: earlier['basedOn'] }),
    rebase: onVersion,
  },
  'address/delete': {
    entityKey: ({ id }) => (typeof id === 'string' ? `address ${id}` : undefined),
    merge: (_, later) => ({ ...later }),
    rebase: onVersion,
  },
  'push/choose': {
    entityKey: () => 'push',
    merge: (earlier, later) =>
      isReplaced(earlier, later) && isReplaced(categoriesOf(earlier), categoriesOf(later)) ? { ...later } : undefined,
  },
  // Its arguments are when it was chosen: the picture is the later one's.
  'user/avatar/upload': { entityKey: () => 'avatar', merge: (_, later) => ({ ...later }) },
  'user/update/info': {
    // Merged with a later edit, taking the picture away would count as done after a picture chosen in between.
    entityKey: (args) => ('avatarId' in args ? 'avatar' : 'profile'),
    merge: (earlier, later) => (isReplaced(earlier, later) ? { ...later } : undefined),
  },
}

/** The thing that a call with these arguments changes, such as one address; undefined where it stands alone. */
export function entityKeyOf(path: string, args: Args): string | undefined {
  return rules[path as QueueablePath]?.entityKey(args)
}

/**
 * The arguments of two commands of one call as one; undefined where the call doesn't coalesce, where they have to stay
 * two, or where the sum would be too long.
 */
export function merged(path: string, earlier: Args, later: Args): Record<string, unknown> | undefined {
  const args = rules[path as QueueablePath]?.merge(earlier, later)
  return args && idsOf(args).length <= mostIds ? args : undefined
}

/**
 * The arguments of a command that was never sent, now that an earlier one about the same thing was applied: the member
 * knew of their own edit, so it must not come back to them as a conflict.
 */
export function rebased(path: string, args: Args, answer: unknown): Record<string, unknown> {
  return rules[path as QueueablePath]?.rebase?.(args, answer) ?? { ...args }
}

function onVersion(args: Args, answer: unknown): Record<string, unknown> {
  const version = typeof answer === 'object' && answer !== null && 'version' in answer ? answer.version : undefined
  const base = typeof args['basedOn'] === 'number' ? args['basedOn'] : 0
  return typeof version === 'number' && version > base ? { ...args, basedOn: version } : { ...args }
}

/**
 * Whether the later edit names all that the earlier one does. The server orders edits of several devices field by field
 * by `madeAt`: merged with a later edit, a field of the earlier one would undo what another device chose in between.
 */
function isReplaced(earlier: object, later: object): boolean {
  return Object.keys(earlier).every((field) => field in later)
}

function categoriesOf(args: Args): object {
  return typeof args['categories'] === 'object' && args['categories'] !== null ? args['categories'] : {}
}

/** The most ids in one request, as the protocol allows. */
const mostIds = 100

function idsOf(args: Args): unknown[] {
  return Array.isArray(args['ids']) ? args['ids'] : typeof args['ids'] === 'string' ? args['ids'].split(',') : []
}
