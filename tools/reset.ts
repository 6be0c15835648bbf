// npm run reset: deletes everything that npm start stores: databases, secrets, emails and logs.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { dataFolder, root } from './cli/folders.ts'
import { requireNotRunning } from './services/running-lock.ts'
import { runCommand } from './cli/command.ts'

await runCommand(async () => {
  const folder = dataFolder()
  requireNotRunning(folder)
  const entries = existsSync(folder) ? readdirSync(folder) : []
  for (const entry of entries) rmSync(path.join(folder, entry), { recursive: true, force: true })
  console.log(`${path.relative(root, folder) || folder} is empty. npm start begins anew.`)
})
