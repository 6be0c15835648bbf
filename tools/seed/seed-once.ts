import { prepareDatabase } from '@kerbside/schema/migrations/prepare-database.model'
import { UserModel } from '@kerbside/schema/users/user.model'
import mongoose from 'mongoose'
import type { Print } from '../cli/command.ts'
import { demoStaff } from './demo-people.ts'
import { fillLeads } from './many-leads.ts'
import { demoWorld, seedDemo } from './seed-demo.ts'

const marks = () => mongoose.connection.collection<{ _id: string; at: Date }>('demo-data')

/**
 * Seeds a database at its first start only: demo records that somebody deleted stay deleted. A database with accounts
 * of its own is nobody's playground and is left alone.
 */
export async function seedOnce(mongoUri: string, print: Print): Promise<void> {
  await seed(mongoUri, print, async () => {
    if (await marks().findOne({ _id: 'seeded' })) return false
    const demoEmails = demoStaff.map(({ email }) => email)
    if (!(await UserModel.exists({ email: { $nin: demoEmails } }))) return true
    print('This database has accounts of its own, so no demo data was added. npm run seed adds it.')
    return false
  })
}

/** Adds what is missing, if `isWanted` says so once the database is open, and `manyLeads` more leads for measuring. */
export async function seed(mongoUri: string, print: Print, isWanted = async () => true, manyLeads = 0): Promise<void> {
  await mongoose.connect(mongoUri, { serverSelectionTimeoutMS: 10_000 })
  try {
    if (!(await isWanted())) return
    await prepareDatabase(mongoUri, { info: () => {} })
    const { users, contractors, leads, pages } = await seedDemo()
    await marks().updateOne({ _id: 'seeded' }, { $set: { at: new Date() } }, { upsert: true })
    print(`Added demo data: ${users} accounts, ${contractors} firms, ${leads} leads, ${pages} pages.`)
    if (manyLeads === 0) return
    const added = await fillLeads(manyLeads, await demoWorld(new Date()), print)
    print(`Added ${added} leads for measuring.`)
  } finally {
    await mongoose.disconnect()
  }
}
