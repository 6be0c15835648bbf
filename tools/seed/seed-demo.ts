import { ContractorModel, toContractor } from '@kerbside/schema/contractors/contractor.model'
import { createIndexes } from '@kerbside/schema/indexes.model'
import { createLeadIds } from '@kerbside/schema/leads/lead-id.model'
import { LeadModel } from '@kerbside/schema/leads/lead.model'
import { UserModel } from '@kerbside/schema/users/user.model'
import { hashPassword } from '../../graphql-api/src/auth/password.ts'
import { demoContractors, demoDailyCap } from './demo-contractors.ts'
import { demoLead, demoLeadCount, type DemoWorld } from './demo-leads.ts'
import { demoSubmissionId } from './demo-people.ts'
import { demoStaff, type DemoStaff } from './demo-users.ts'
import { seedPages } from './demo-pages.ts'

export type Seeded = { users: number; contractors: number; leads: number; pages: number }

/**
 * Puts the demo data where it is missing, on the open mongoose connection. What is there stays as it is, edits
 * included, so running it twice changes nothing. Returns how many records it added.
 */
export async function seedDemo(now = new Date()): Promise<Seeded> {
  await createIndexes()
  const users = await seedUsers()
  const contractors = await seedContractors(now)
  const leads = await seedLeads(now)
  const pages = await seedPages(now)
  return { users, contractors, leads, pages }
}

async function seedUsers(): Promise<number> {
  const known = new Set(await UserModel.distinct('email', { email: { $in: demoStaff.map(({ email }) => email) } }))
  const missing = demoStaff.filter(({ email }) => !known.has(email))
  await Promise.all(missing.map(addUser))
  return missing.length
}

async function addUser({ name, email, password, role, department }: DemoStaff): Promise<void> {
  const passwordHash = await hashPassword(password)
  await UserModel.create({ name, email, role, department, status: 'active', passwordHash })
}

async function seedContractors(now: Date): Promise<number> {
  const verifiedUntil = new Date(now.getTime() + 2 * 365 * 24 * 60 * 60 * 1000)
  const result = await ContractorModel.bulkWrite(
    demoContractors.map((contractor) => ({
      updateOne: {
        filter: { email: contractor.email },
        update: { $setOnInsert: { ...contractor, dailyCap: demoDailyCap, verifiedUntil, active: true } },
        upsert: true,
        setDefaultsOnInsert: true,
      },
    })),
  )
  return result.upsertedCount
}

async function seedLeads(now: Date): Promise<number> {
  const numbers = Array.from({ length: demoLeadCount }, (_, index) => index)
  const known = await LeadModel.distinct('submissionId', { submissionId: { $in: numbers.map(demoSubmissionId) } })
  const missing = numbers.filter((number) => !known.includes(demoSubmissionId(number)))
  if (missing.length === 0) return 0
  const world = await demoWorld(now)
  const nextId = createLeadIds(missing.length)
  const leads = []
  // Oldest first: numbers rise with time, as they do for real leads.
  for (const number of missing.toReversed()) leads.push(demoLead(number, await nextId(), world))
  await LeadModel.insertMany(leads)
  return leads.length
}

async function demoWorld(now: Date): Promise<DemoWorld> {
  const emails = demoStaff.filter(({ role }) => role === 'manager').map(({ email }) => email)
  const manager = await UserModel.findOne({ email: { $in: emails } })
    .lean()
    .orFail()
  const firms = await ContractorModel.find({ email: { $in: demoContractors.map(({ email }) => email) } })
    .sort({ name: 1 })
    .lean()
  return {
    now,
    manager: { id: String(manager._id), name: manager.name },
    firms: firms.map((firm) => ({ ...toContractor(firm), offersToday: 0 })),
  }
}
