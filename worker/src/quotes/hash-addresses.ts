import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { HeldQuoteModel } from '@kerbside/schema/quotes/held-quote.model'
import { createHmac } from 'node:crypto'
import type { Deps } from '../deps.ts'

/** Days for which the network address of a quote is stored as it is. */
const plainDays = 30

/** Addresses that are hashed at once. */
const batch = 500

/**
 * Hashes the network addresses from which quotes came once their days are over, in leads and held quotes. The secret and
 * the lead's number are part of it: nobody without the secret finds the address by trying all of them, and two leads do
 * not tell that they came from the same one. Safe to repeat, and beside other workers.
 */
export async function hashAddresses({ now, log, config }: Pick<Deps, 'now' | 'log' | 'config'>): Promise<void> {
  const before = new Date(now().getTime() - plainDays * 86_400_000)
  const hashOf = (id: number, address: string) =>
    createHmac('sha256', `consent-address:${config.JWT_SECRET}`)
      .update(JSON.stringify([id, address]))
      .digest('base64url')
  const counts = [await hashIn(LeadModel, 'consent'), await hashIn(HeldQuoteModel, 'lead.consent')]
  const count = counts.reduce((sum, each) => sum + each, 0)
  if (count > 0) log.info({ count }, 'hashed network addresses of quotes')

  async function hashIn(model: typeof LeadModel | typeof HeldQuoteModel, field: string): Promise<number> {
    const collection = model.db.collection<{ _id: number; createdAt: Date }>(model.collection.collectionName)
    const due = { [`${field}.address`]: { $exists: true }, createdAt: { $lte: before } }
    for (let hashed = 0; ;) {
      const found = await collection
        .aggregate<{ _id: number; address: string }>([
          { $match: due },
          { $limit: batch },
          { $project: { address: `$${field}.address` } },
        ])
        .toArray()
      if (found.length === 0) return hashed
      await collection.bulkWrite(
        found.map(({ _id, address }) => ({
          updateOne: {
            filter: { _id, [`${field}.address`]: address },
            update: {
              $set: { [`${field}.addressHash`]: hashOf(_id, address) },
              $unset: { [`${field}.address`]: 1 as const },
            },
          },
        })),
      )
      hashed += found.length
    }
  }
}
