import { defaultSettings } from '@kerbside/schema/settings/settings'
import mongoose from 'mongoose'
import { offerToMatches } from '../offers/offer-lead.ts'
import type { MatchRequest } from './matchers.ts'

// Matches the leads that its parent names, all at once; started by `startMatchers`.
process.on('message', ({ ids, now }: MatchRequest) => {
  const deps = { settings: () => defaultSettings, now: () => (now === undefined ? new Date() : new Date(now)) }
  void Promise.all(ids.map((id) => offerToMatches(deps, id))).then(
    () => process.send?.('done'),
    (error: unknown) => process.send?.(String(error)),
  )
})
await mongoose.connect(process.env['MONGODB_URI'] ?? '')
process.send?.('ready')
