import { ApiError } from '../../../api/api-error.ts'
import { findLead, type LeadDetail } from '../lead.queries.ts'

/** What was on screen when the change was made. */
export type SeenPart = { id: string; version: number; part: unknown }
type Change = {
  send: (version: number) => Promise<LeadDetail>
  /** The part of the lead that the change replaces; without it any other change meanwhile is a conflict. */
  partOf?: ((lead: LeadDetail) => unknown) | undefined
}
export type ChangeOutcome =
  | { kind: 'made'; lead: LeadDetail }
  | { kind: 'conflict'; latest: LeadDetail; error: ApiError }

export const isConflict = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'CONFLICT'

/**
 * Changes the lead as it was seen. When a colleague has changed the same part meanwhile, the change is not made; a
 * colleague's change of another part stays, and this one is made beside it.
 */
export async function sendChange({ send, partOf }: Change, seen: SeenPart, attempts = 3): Promise<ChangeOutcome> {
  try {
    return { kind: 'made', lead: await send(seen.version) }
  } catch (error) {
    if (!isConflict(error)) throw error
    const latest = await findLead(seen.id)
    // Nobody's change but the homeowner's own wish: the server's words say so.
    if (latest === null || latest.erasedAt !== null) throw error
    if (attempts > 1 && partOf?.(latest) === seen.part) {
      return sendChange({ send, partOf }, { ...seen, version: latest.version }, attempts - 1)
    }
    return { kind: 'conflict', latest, error }
  }
}
