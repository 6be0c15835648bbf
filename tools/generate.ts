// npm run generate: writes schema.graphql, openapi.json and the typed GraphQL documents from the code.
// With --check it writes nothing and fails when one of them is out of date.
import { generatedFiles, readGenerated, writeGenerated } from './generate/generated-files.ts'
import { runCommand } from './cli/command.ts'

await runCommand(async () => {
  const stale = (await generatedFiles()).filter(({ file, content }) => readGenerated(file) !== content)
  if (process.argv.includes('--check')) {
    for (const { file } of stale) console.error(`${file} is out of date. Run npm run generate and commit it.`)
    return stale.length === 0 ? 0 : 1
  }
  for (const file of stale) {
    writeGenerated(file)
    console.log(`Wrote ${file.file}`)
  }
  if (stale.length === 0) console.log('Everything generated is up to date.')
})
