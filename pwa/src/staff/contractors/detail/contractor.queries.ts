import { evidenceLimits, type EvidenceKind } from '@kerbside/schema/contractors/evidence'
import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { graphql, mutate, query, type ResultOf } from '../../../api/graphql.ts'
import { withSession } from '../../../api/renewal.ts'
import { sendFile, type UploadOptions } from '../../../api/send-file.ts'

const ContractorOffers = graphql(`
  query ContractorOffers($id: ID!) {
    contractorOffers(id: $id) {
      leadId
      reference
      area
      trade
      state
      offeredAt
      expiresAt
      decidedAt
      rating {
        stars
        text
        at
      }
      outcome {
        kind
        text
        at
      }
    }
  }
`)
export type ContractorOffer = ResultOf<typeof ContractorOffers>['contractorOffers'][number]

/** The latest ones. */
export const contractorOffers = (id: string) =>
  queryOptions({
    queryKey: ['contractors', id, 'offers'],
    queryFn: async () => (await query(ContractorOffers, { id })).contractorOffers,
  })

const ContractorEvidence = graphql(`
  query ContractorEvidence($id: ID!) {
    contractorEvidence(id: $id) {
      id
      kind
      fileName
      size
      expiresAt
      uploadedBy
      createdAt
    }
  }
`)
export type Evidence = ResultOf<typeof ContractorEvidence>['contractorEvidence'][number]

export const contractorEvidence = (id: string) =>
  queryOptions({
    queryKey: ['contractors', id, 'evidence'],
    queryFn: async () => (await query(ContractorEvidence, { id })).contractorEvidence,
  })

const tooLarge = `This file is larger than ${evidenceLimits.bytes / 1024 / 1024} MB. Make it smaller and try again.`

type NewEvidence = { file: File; kind: EvidenceKind; expiresAt: string | null }

/** Stores a file of a firm. */
export async function addEvidence(firmId: string, { file, kind, expiresAt }: NewEvidence, options: UploadOptions = {}) {
  if (file.size > evidenceLimits.bytes) throw new ApiError('TOO_LARGE', tooLarge)
  const fields = new URLSearchParams({ kind, ...(expiresAt && { expires_at: expiresAt }) })
  const path = `/contractors/${firmId}/evidence?${fields.toString()}`
  await withSession((token) => sendFile(path, file, { ...options, token, tooLarge }))
}
export type AddEvidence = typeof addEvidence

const EvidenceUrl = graphql(`
  query EvidenceUrl($id: ID!) {
    evidenceUrl(id: $id)
  }
`)

/** A signed address of the file, good for some minutes. */
export const evidenceUrl = async (id: string) => (await query(EvidenceUrl, { id })).evidenceUrl

const DeleteEvidence = graphql(`
  mutation DeleteEvidence($id: ID!) {
    deleteEvidence(id: $id)
  }
`)

export const deleteEvidence = ({ id }: Evidence) => mutate(DeleteEvidence, { id })
