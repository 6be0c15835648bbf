/** No 0, O, 1, I, L, U: nothing that is misread or misheard. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 6
const space = BigInt(alphabet.length) ** BigInt(length)
// Coprime to the space (2, 3 and 5 do not divide it), so two ids can never share a reference.
const factor = 387_420_499n
const shift = 271_828_183n

/** The reference of a numeric lead id: unique below 729 million, and it does not tell how many leads there are. */
export function referenceOf(id: number): string {
  let rest = (BigInt(id) * factor + shift) % space
  let text = ''
  for (let digit = 0; digit < length; digit++) {
    text = alphabet[Number(rest % BigInt(alphabet.length))] + text
    rest /= BigInt(alphabet.length)
  }
  return `KB-${text}`
}
