/** What a file proves of a firm. */
export const evidenceLabels = {
  'liability-insurance': 'Public liability insurance',
  accreditation: 'Accreditation',
  identity: 'Identity',
  other: 'Other evidence',
} as const
export type EvidenceKind = keyof typeof evidenceLabels
export const evidenceKinds = Object.keys(evidenceLabels) as [EvidenceKind, ...EvidenceKind[]]

/** A file by which staff verified a firm. It is never changed: what replaces it is another one. */
export type Evidence = {
  id: string
  contractorId: string
  kind: EvidenceKind
  /** Its ending is that of what the file is. */
  fileName: string
  mimeType: EvidenceType
  /** Bytes. */
  size: number
  /** Null: it never expires. */
  expiresAt: Date | null
  uploadedBy: { id: string; name: string }
  createdAt: Date
}

export const evidenceLimits = { bytes: 10 * 1024 * 1024, filesOfFirm: 50 } as const

/** Days before its expiry that admins are reminded of a file. */
export const reminderDays = 30

/** Admins are reminded of what expires until then. */
export const reminderBefore = (now: Date): Date => new Date(now.getTime() + reminderDays * 86_400_000)

export const evidenceTypes = { 'application/pdf': 'pdf', 'image/jpeg': 'jpg', 'image/png': 'png' } as const
export type EvidenceType = keyof typeof evidenceTypes
