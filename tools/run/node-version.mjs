export const oldestNode = '20.19.0'

/** Compares by major, then minor: patch releases never matter here. */
export function nodeIsTooOld(version, oldest = oldestNode) {
  const [major, minor] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldest.split('.').map(Number)
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor)
}
