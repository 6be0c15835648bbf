import mongoose from 'mongoose'
import { UserModel } from '@kerbside/schema/users/user.model'
import type { Print } from '../cli/command.ts'
import { demoStaff } from './demo-people.ts'
import { seedDemo } from './seed-demo.ts'

const marks = () => mongoose.connection.collection<{ _id: string; at: Date }>('demo-data')

/**
 * Seeds a database at its first start only: demo records that somebody deleted stay deleted. A database with accounts
 * of its own is nobody's playground and is left alone.
 */
export async function seedOnce(mongoUri: string, print: Print): Promise<void> {
  await withDatabaseOpen(mongoUri, async () => {
    if (await marks().findOne({ _id: 'seeded' })) return
    const demoEmails = demoStaff.map(({ email }) => email)
    if (await UserModel.exists({ email: { $nin: demoEmails } })) {
      print('This database has accounts of its own, so no demo data was added. npm run seed adds it.')
      return
    }
    const { users, contractors, leads, pages } = await seedDemo()
    await markSeeded()
    print(`Added demo data: ${users} accounts, ${contractors} firms, ${leads} leads, ${pages} pages.`)
  })
}

export async function markSeeded(): Promise<void> {
  await marks().updateOne({ _id: 'seeded' }, { $set: { at: new Date() } }, { upsert: true })
}

export async function withDatabaseOpen<T>(mongoUri: string, work: () => Promise<T>): Promise<T> {
  await mongoose.connect(mongoUri, { serverSelectionTimeoutMS: 10_000 })
  try {
    return await work()
  } finally {
    await mongoose.disconnect()
  }
}
