import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Loading } from '../../ui/notices.tsx'
import { ownTwoStep } from '../two-step/two-step.queries.ts'

const TwoStepMissing = lazy(async () => ({ default: (await import('./two-step-missing.tsx')).TwoStepMissing }))

/** Where the settings ask for two-step sign-in, whoever lacks it sets it up before anything else: the api answers nothing. */
export function RequireTwoStep({ children }: { children: ReactNode }) {
  const own = useQuery(ownTwoStep())
  const [isBusy, setBusy] = useState(false)
  const isMissing = own.data?.isRequired === true && own.data.enabledAt === null
  // Until its recovery codes were seen it stays, although two-step sign-in is on by then.
  if (!isMissing && !isBusy) return children
  return (
    <Suspense fallback={<Loading label="Loading…" />}>
      <TwoStepMissing onBusy={setBusy} />
    </Suspense>
  )
}
