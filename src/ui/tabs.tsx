import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface TabsProps<T extends string> {
  label: string
  tabs: readonly { value: T; title: ReactNode; content: ReactNode }[]
  value: T
  onChange: (value: T) => void
}

/** Several contents in one place; only the chosen one is mounted. */
export function Tabs<T extends string>({ label, tabs, value, onChange }: TabsProps<T>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next: T) => onChange(next)}>
      <BaseTabs.List
        aria-label={label}
        className="relative flex gap-6 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        {tabs.map((it) => (
          <BaseTabs.Tab
            key={it.value}
            value={it.value}
            className="min-h-11 min-w-11 shrink-0 border-b-2 border-transparent text-ink-soft not-data-active:forced-colors:border-[Canvas] data-active:border-accent-ink data-active:font-strong data-active:text-ink"
          >
            {it.title}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((it) => (
        <BaseTabs.Panel key={it.value} value={it.value} className="pt-4">
          {it.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
