import { memberKey } from '../cache/member.ts'

/** Whether somebody was signed in when this device last ran the app. The session may be over. */
export function remembersMember(): boolean {
  try {
    return /"isSignedIn":true/.test(localStorage.getItem(memberKey) ?? '')
  } catch {
    // Storage is blocked: nobody is remembered.
    return false
  }
}
