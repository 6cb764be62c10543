import type { CallText } from './text.ts'

/** Calls about who somebody is: signing in, profile, addresses, settings, messages. */
export const accountTexts = {
  'sysconfig/getLoginConfig': [
    'What the sign-in screens must know',
    'Rules for passwords and codes, the articles that are agreed to, and whether this is a demonstration.',
  ],
  captcha: [
    'Get a proof of work',
    'A challenge whose solution is accepted once, for ten minutes. It is harder the more codes were sent to the block of the phone.',
  ],
  'auth/register/sendAliSms': [
    'Send a code to a phone',
    'Sends six digits for one purpose. The answer is the same whether the phone has an account or not.',
  ],
  'auth/registerByPhone': [
    'Register',
    'Makes an account for a phone whose code is given. Signing in is a call of its own.',
  ],
  'auth/jwscLogin': [
    'Sign in with a password',
    'Starts a session. The refresh token travels in an HttpOnly cookie, never in the body. After three failures a solved proof of work is needed.',
  ],
  'auth/reset': [
    'Set a new login password',
    'By a code that was sent to the phone or, signed in, by the old password. Ends every other session. 1613 answers the right code of a number without an account.',
  ],
  'auth/transactionPassword': [
    'Set the transaction password',
    'The first one needs the login password and, of an account older than a day, a code; a change the old one, a reset a code. The secret is encrypted with the key of `seal/key`.',
  ],
  'seal/key': [
    'Get the key that secrets are encrypted with',
    'The public key at present: RSA-OAEP with SHA-256, SPKI as base64url. Its `keyId` travels with each secret.',
  ],
  'auth/refresh': [
    'Renew the session',
    'Takes the refresh token of the cookie, gives an access token of fifteen minutes, and sets the next cookie.',
  ],
  reads: [
    'Read several things in one request',
    'Answers up to 32 calls that only read, given by their addresses below `/wx/`, each with its own envelope and HTTP status. Each counts as a request.',
  ],
  'commands/known': [
    'Which commands have an outcome',
    'Says for each idempotency key whether an outcome is stored: one that is missing was lost with a restored database.',
  ],
  'commands/settle': [
    'What became of commands',
    'The outcome of each key whose answer was lost. A key without one is closed: its request is refused from then on.',
  ],
  'auth/logout': ['Sign out', 'Ends this session at the server and clears the cookie.'],
  'user/info': ['Get the own profile', 'Profile, level, and what the next level still needs.'],
  'auth/unsubscribe': [
    'Delete the account',
    'Erases personal data and ends all sessions. Refused, with the reason, while anything of value is open. What would be lost is named first, and given up only where the caller says so.',
  ],
  'just/oauth/bingPhoneNumber': [
    'Change the phone',
    'Proved by a code to the new number and by the transaction password, or the login password where there is none.',
  ],
  'just/oauth/phone/verify': [
    'Check the code of a new phone',
    'Whether the code is right and the number free. Uses up no code.',
  ],
  'push/subscribe': ['Receive pushes', 'Stores the address at which this device receives pushes.'],
  'push/unsubscribe': ['Receive no more pushes', 'Forgets an address for pushes.'],
  'push/key': ['Get the key of pushes', 'The server’s VAPID public key, base64url.'],
  'push/choice': ['Get what is pushed', 'Which categories are pushed to the caller, and at which hours none are.'],
  'push/choose': ['Choose what is pushed', 'Changes categories and quiet hours; absent ones stay as they are.'],
  'auth/devices': ['List signed-in devices', 'Where the caller is signed in: this device first, then the last used.'],
  'auth/devices/signOut': ['Sign a device out', 'Ends every session of one device, and its pushes.'],
  'auth/devices/signOutOthers': ['Sign all other devices out', 'Ends every session but this one.'],
  'auth/passkeys': ['List passkeys', 'The caller’s passkeys, the newest first.'],
  'auth/passkeys/options': [
    'Prepare a new passkey',
    'What a browser needs to make one, for five minutes. Needs the login password.',
  ],
  'auth/passkeys/add': ['Add a passkey', 'Stores the passkey that a browser has made from its options.'],
  'auth/passkeys/rename': ['Rename a passkey', 'Changes the name that the caller knows a passkey by.'],
  'auth/passkeys/remove': [
    'Remove a passkey',
    'It signs in and confirms no more. Without any, the transaction password confirms again. Needs a proof, or the login password of who has none.',
  ],
  'auth/passkeys/confirms': [
    'Confirm by passkey',
    'Chooses whether a passkey may take the place of the transaction password.',
  ],
  'auth/passkey/challenge': [
    'Prepare a sign-in by passkey',
    'What a browser needs to sign in with a passkey, for five minutes.',
  ],
  'auth/passkey/signIn': ['Sign in with a passkey', 'Starts a session, as the sign-in with a password does.'],
  'auth/passkeys/stepUp': [
    'Prepare a confirmation by passkey',
    'A nonce for one command. The challenge is a digest of the nonce, the call, the member, the key and all arguments.',
  ],
  'address/list': ['List addresses', 'The caller’s delivery addresses.'],
  'address/save': [
    'Save an address',
    'A new one (`basedOn` null) or an edit; the id is minted on the device. An edit of an older version is a conflict.',
  ],
  'address/delete': [
    'Delete an address',
    'One that is gone already is no error. An edit made meanwhile is a conflict.',
  ],
  'region/getRegion': ['List regions of a country', 'All of them, from provinces down to districts, in one answer.'],
  'address/integral/getDefault': [
    'Get the default address',
    'The address that an order of the points mall goes to unless another is chosen.',
  ],
  'mallNotice/noticeList': ['List messages', 'The caller’s messages, the newest first, and how many are unread.'],
  'mallNotice/getRead': ['Mark messages read', 'Marks those of the given ids. The specification writes by GET here.'],
  'mallNotice/readAll': ['Mark all messages read', 'Those up to an instant. The specification writes by GET here.'],
  'nio/country/list': ['List countries', 'Countries that people can register in, with dialling code and currency.'],
  'sysconfig/getExamineStatus': [
    'What is switched off',
    'Features that the operator has switched off, and those that restricted mode hides from a version of the app.',
  ],
  'common/appversion': [
    'Get the version of the app',
    'The newest version, the oldest that still works, and what is new.',
  ],
  'nio/option/all': ['Get the operator’s words', 'Names that the operator owns, by key, in the caller’s language.'],
  'customer/getOne': ['Get customer service', 'Who answers when a member needs a person, how and when.'],
  'web/origins': ['List origins of framed pages', 'Origins whose pages the app shows itself; others are asked about.'],
  'sysconfig/list': ['Get all public settings', 'The settings of this installation that anybody may read.'],
  'mallSystem/getSystemConfSingle': ['Get one public setting', 'The setting of a key that anybody may read.'],
  'mallSystem/getSystemConfMore': [
    'Get some public settings',
    'Those of the asked settings that exist; the keys stand between commas.',
  ],
  'sysconfig/getDictTree': [
    'Get lists of choices',
    'The operator’s lists, two levels deep; one where `code` names it.',
  ],
  'common/record/add': [
    'Count opened pages',
    'Adds to sums by day and page, of those who agreed to it. The specification writes by GET here.',
  ],
  'user/update/info': [
    'Edit the profile',
    'Absent fields stay. `madeAt` orders the edits of several devices, field by field.',
  ],
  'user/avatar/upload': ['Upload a picture', 'The body, a JPEG, PNG or WebP, becomes the caller’s avatar.'],
  'help/list': ['List articles', 'The newest first; without `kind`, news and help. `wanted` searches in their text.'],
  'help/info': [
    'Read an article',
    'In the caller’s language, else in English; with a revision, a legal text as it stood when it was agreed to.',
  ],
  'help/agreements': ['List agreements', 'Everything that the caller agreed to, the newest first.'],
} as const satisfies Readonly<Record<string, CallText>>
