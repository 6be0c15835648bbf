import { UserModel } from '@kerbside/schema/users/user.model'
import { hash } from '@node-rs/argon2'
import mongoose from 'mongoose'

/** The account that the lead list is read with. */
export async function createManager(mongoUrl: string, dbName: string, password: string) {
  await mongoose.connect(mongoUrl, { dbName })
  await UserModel.create({
    name: 'Bench',
    email: 'manager@bench.test',
    role: 'manager',
    status: 'active',
    passwordHash: await hash(password),
  })
  await mongoose.disconnect()
}
