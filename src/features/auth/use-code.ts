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
  /** Milliseconds; no further code may be asked for before. */
  blockedUntil: number | undefined
}

interface CodeRequestOptions {
  purpose: CodePurpose
  /** The phone if it is a correct one; undefined after saying that it isn't. */
  phone: () => Promise<string | undefined>
  sentWords: string
  onRejected: (error: unknown) => void
}

/** Has a verification code sent and counts down to when another may be asked for (specification 4). */
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
      // By this device's clock: the server's instant means little to a phone whose clock is wrong.
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
