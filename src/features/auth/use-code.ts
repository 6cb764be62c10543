import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errors } from '#protocol/errors.ts'
import { ApiError } from '../../api/api-error.ts'
import { systemClock } from '../../lib/clock.ts'
import { toast } from '../../ui/toast.tsx'
import { requestCode, type CodePurpose } from './commands.ts'
import { loginConfig } from '../../entities/login-config.ts'

interface CodeRequest {
  send: () => void
  isSending: boolean
  /** Milliseconds since 1970 until which no further code may be requested. */
  blockedUntil: number | undefined
}

interface CodeRequestOptions {
  purpose: CodePurpose
  /** As it is in the form now. */
  phone: string
  /** False after showing the phone's validation error. */
  isPhoneValid: () => Promise<boolean>
  sentWords: string
  onRejected: (error: unknown) => void
}

/**
 * Countdowns by purpose and phone, as the server counts, in milliseconds. One goes on after its screen was left. It is
 * in memory only, because phones aren't to be stored; after a reload the server says how long it takes.
 */
const countdowns = new Map<string, { until: number; length: number }>()

function begin(countdown: string, length: number): void {
  countdowns.set(countdown, { until: systemClock.now() + length, length })
}

/** None further ahead than it was long: the clock has been set back since. */
function blockedUntil(countdown: string): number | undefined {
  const known = countdowns.get(countdown)
  return known && known.until - systemClock.now() <= known.length ? known.until : undefined
}

/** Where a server doesn't say how long its countdown takes. Milliseconds. */
const usualWaitMs = 10_000

/** Requests a verification code and blocks the next request until the countdown ends (specification 4). */
export function useCode({ purpose, phone, isPhoneValid, sentWords, onRejected }: CodeRequestOptions): CodeRequest {
  const config = useQuery(loginConfig).data
  const [isSending, setSending] = useState(false)
  const countdown = `${purpose} ${phone}`

  async function send() {
    if (!(await isPhoneValid())) return
    setSending(true)
    try {
      await requestCode(phone, purpose)
      // The countdown uses this device's clock, because the server's instant would be wrong on a device whose clock is
      // wrong.
      begin(countdown, (config?.codeCountdown ?? 60) * 1000)
      toast(sentWords)
    } catch (error) {
      if (error instanceof ApiError && error.errno === errors.wait_for_countdown.errno)
        begin(countdown, error.retryAfter ?? usualWaitMs)
      onRejected(error)
    } finally {
      setSending(false)
    }
  }

  return { send: () => void send(), isSending, blockedUntil: blockedUntil(countdown) }
}
