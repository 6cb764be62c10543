import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { createElement, useEffect } from 'react'
import type { ArgsInput } from '#protocol/call.ts'
import { earningsStats, mostDays, sessionLine } from '#protocol/statistics.ts'
import { readOf } from '../../cache/read-of.ts'
import { daysOf, type DaySpan } from '../../entities/day-span.ts'
import { useMemberZone } from '../../entities/profile.ts'
import { systemClock } from '../../lib/clock.ts'
import { dayIn } from '../../lib/dates.ts'
import { daysBetween, type DayRange } from '../../lib/days.ts'
import type { QueryLike } from '../../ui/query-states.tsx'
import { useToday } from '../../ui/use-today.ts'
import { EarlierDay } from './earlier-day.tsx'
import { earningsWithin, workWithin, type Earnings, type Machines, type Work } from './within.ts'

/** Without arguments: the last 30 days of all machines, which the offline prefetch stores too. */
const lastDays = readOf(earningsStats, {})

/** Today in the member's time zone. */
export function useMemberToday(): string {
  return useToday(useMemberZone())
}

/**
 * All days since the member first had a machine; undefined where that isn't known, or where they are more than an
 * answer can have.
 */
export function useAllDays(): DayRange | undefined {
  const from = useQuery(lastDays).data?.firstOwnedOn
  const to = useMemberToday()
  return from && from < to && daysBetween(from, to) < mostDays ? { from, to } : undefined
}

/**
 * What units earned in a span. Until the server has answered, and without a network, it is computed from the stored
 * last 30 days where the span lies within them, with their age.
 */
export function useEarnings(span: DaySpan, machines: Machines): QueryLike<Earnings> {
  const days = daysOf(span, useMemberToday())
  const asked = useSinceMidnight(span, useQuery(readOf(earningsStats, argsOf(span, machines))))
  const known = useQuery(lastDays)
  return newer<Earnings>(asked, known, known.data && earningsWithin(known.data, days, machines))
}

/** What the machines did in a span, as `useEarnings`. */
export function useWork(span: DaySpan, machines: Machines): QueryLike<Work> {
  const days = daysOf(span, useMemberToday())
  const asked = useSinceMidnight(span, useQuery(readOf(sessionLine, argsOf(span, machines))))
  const known = useQuery(readOf(sessionLine, argsOf('last 30 days', machines)))
  const work = newer<Work>(asked, known, known.data && workWithin(known.data, days))
  const { refetch } = asked
  // The stored days can be renewed alone. What only the server knows is then asked for again.
  const isLacking = work.data?.use === null && asked.fetchStatus === 'idle' && !asked.error
  useEffect(() => {
    if (isLacking) void refetch()
  }, [isLacking, refetch])
  return work
}

/**
 * The answer for a span, without one about today or yesterday from before midnight: it is about the day before. Longer
 * spans stay, as the card says their days. Midnight is that of the device's clock, so that a wrong clock hides nothing.
 */
function useSinceMidnight<T>(span: DaySpan, query: UseQueryResult<T>): QueryLike<T> {
  const zone = useMemberZone()
  const today = useToday(zone, () => systemClock.now())
  const { data, dataUpdatedAt, refetch } = query
  const isOver =
    data !== undefined && (span === 'today' || span === 'yesterday') && dayIn(zone, dataUpdatedAt) !== today
  // A page that was open at midnight asks anew.
  useEffect(() => {
    if (isOver) void refetch({ cancelRefetch: false })
  }, [isOver, refetch])
  return isOver ? { ...query, data: undefined, earlier: createElement(EarlierDay, { at: dataUpdatedAt }) } : query
}

/** The last 30 days are asked for without a range, as the prefetch does: one answer under one key. */
function argsOf(span: DaySpan, { kind, productId }: Machines): ArgsInput<typeof earningsStats> {
  return {
    ...(typeof span === 'object' ? span : span === 'last 30 days' ? {} : { range: span }),
    ...(kind === undefined ? {} : { kind }),
    ...(productId === undefined ? {} : { productId }),
  }
}

/**
 * The server's answer for the span, or what was computed from a stored one: the younger of both. A computed one is
 * never shown in place of an answer of the same minute, as it lacks what only the server knows.
 */
function newer<T>(asked: QueryLike<T>, known: QueryLike<unknown>, computed: T | undefined): QueryLike<T> {
  const isOlder =
    asked.data === undefined || Math.min(known.dataUpdatedAt, systemClock.now()) - asked.dataUpdatedAt > 60_000
  if (!computed || !isOlder) return asked
  return { ...asked, data: computed, dataUpdatedAt: known.dataUpdatedAt }
}
