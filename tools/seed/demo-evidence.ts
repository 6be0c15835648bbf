import { ContractorModel } from '@kerbside/schema/contractors/contractor.model'
import { evidenceLabels, type EvidenceKind } from '@kerbside/schema/contractors/evidence'
import { EvidenceModel } from '@kerbside/schema/contractors/evidence.model'
import { storeFile } from '@kerbside/schema/file-store.model'
import { Types } from 'mongoose'

type DemoEvidence = { firm: string; kind: EvidenceKind; fileName: string; expiresInDays: number }

/** One that expires soon, of which the worker reminds the admins, one that holds, and one that has expired. */
const demoEvidence: readonly DemoEvidence[] = [
  { firm: 'Thames Paving', kind: 'liability-insurance', fileName: 'liability-insurance.pdf', expiresInDays: 20 },
  { firm: 'Thames Paving', kind: 'accreditation', fileName: 'interlay-membership.pdf', expiresInDays: 300 },
  { firm: 'Georgian Drives', kind: 'liability-insurance', fileName: 'insurance.pdf', expiresInDays: -10 },
]

/** Gives firms of the demo that have no evidence theirs. Returns how many files were added. */
export async function seedEvidence(now: Date): Promise<number> {
  const names = [...new Set(demoEvidence.map(({ firm }) => firm))]
  const firms = await ContractorModel.find({ name: { $in: names } }, 'name').lean()
  let added = 0
  for (const { _id, name } of firms) {
    const contractorId = String(_id)
    if (await EvidenceModel.exists({ contractorId })) continue
    for (const { kind, fileName, expiresInDays } of demoEvidence.filter(({ firm }) => firm === name)) {
      const expiresAt = new Date(now.getTime() + expiresInDays * 86_400_000)
      const bytes = onePagePdf([name, evidenceLabels[kind], `Valid until ${expiresAt.toISOString().slice(0, 10)}`])
      const record = new EvidenceModel({
        contractorId,
        kind,
        fileName,
        mimeType: 'application/pdf',
        size: bytes.length,
        expiresAt,
        uploadedBy: { id: String(new Types.ObjectId()), name: 'Demo data' },
        createdAt: now,
        // What has expired was reminded of when it still held.
        remindedAt: expiresInDays < 0 ? now : null,
      })
      await storeFile('evidence', record._id, fileName, bytes)
      await record.save()
      added += 1
    }
  }
  return added
}

/** A PDF with these lines of plain text, which may hold no parentheses. */
function onePagePdf(lines: readonly string[]): Buffer {
  const text = `BT /F1 22 Tf 28 TL 72 760 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = pdf.length
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  pdf += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`
  return Buffer.from(pdf, 'latin1')
}
