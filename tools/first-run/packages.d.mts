export const oldestNode: string
export function nodeIsTooOld(version: string, oldest?: string): boolean
export function lockHash(root: string): string
export function packagesAreCurrent(root: string): boolean
export function environmentForNpm(root: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv
export function installPackages(root: string, env: NodeJS.ProcessEnv): Promise<void>
export function explainFailure(output: string): string
