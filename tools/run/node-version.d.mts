export const oldestNode: string
export function nodeIsTooOld(version: string, oldest?: string): boolean
