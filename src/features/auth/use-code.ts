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
  /** The phone if it is valid; undefined after showing the validation error. */
  phone: () => Promise<string | undefined>
  sentWords: string
  onRejected: (error: unknown) => void
}

/** Requests a verification code and blocks the next request until the countdown ends (specification 4). */
export function useCode({ purpose, phone, sentWords, onRejected }: CodeRequestOptions): CodeRequest {
  const config = useQuery(loginConfig).data
  const [isSending, setSending] = useState(false)
  const [blockedUntil, setBlocked] = useState<number>()

  async function send() {
    const number = await phone()
    if (number === undefined) return
    setSending(true)
    try {
      await requestCode(number, purpose)
      // The countdown uses this device's clock, because the server's instant would be wrong on a device whose clock is
      // wrong.
      setBlocked(systemClock.now() + (config?.codeCountdown ?? 60) * 1000)
      toast(sentWords)
    } catch (error) {
      if (error instanceof ApiError && error.errno === errors.wait_for_countdown.errno)
        setBlocked(systemClock.now() + 10_000)
      onRejected(error)
    } finally {
      setSending(false)
    }
  }

  return { send: () => void send(), isSending, blockedUntil }
}
