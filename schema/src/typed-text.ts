// Text as people type and paste it, and as it is kept. Every door uses this: `parse` (validate.ts) for what services take,
// `checkAnswers` for quotes. A function here never rejects; what is left is for the rules of the field.

// Joiners shape letters of these scripts, join emoji into one, and letters of flags hang on a black one.
const joined = /\u200C|\u200D|[\u{E0020}-\u{E007F}]/u
const joins =
  /[\p{Extended_Pictographic}\p{M}\u{1F3FB}-\u{1F3FF}\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}]/u
// Seen although Unicode counts them as format characters: signs before Arabic and Syriac numbers.
const visibleFormat = /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2]/u

/** Characters that nobody sees: format characters, half characters, and what stands for one that was lost. */
const invisible = /\p{Cf}|\p{Cs}|\uFFFD|\u034F/u

/** Spaces of every width, and letters of scripts that are blank. */
const spaces = /[\p{Zs}\u115F\u1160\u2800\u3164\uFFA0]/gu

const lineBreaks = /\r\n?|[\u0085\u2028\u2029]/g
const controls = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/g

/**
 * The text in Unicode NFC without the characters that nobody sees, with one kind of space and of line break. A joiner
 * stays where letters and emoji need it.
 */
export function tidyText(text: string): string {
  const plain = text.replace(lineBreaks, '\n').replace(spaces, ' ')
  return (invisible.test(plain) ? withoutInvisible(plain) : plain).normalize('NFC')
}

/** `tidyText` without control characters, and without spaces around it. */
export const cleanText = (text: string): string => tidyText(text).replace(controls, ' ').trim()

function withoutInvisible(text: string): string {
  let kept = ''
  let before = ''
  for (const character of text) {
    const stays = !invisible.test(character) || visibleFormat.test(character)
    if (!stays && !(joined.test(character) && joins.test(before))) continue
    kept += character
    if (stays) before = character
  }
  return kept
}

/** `cleanText` on one line: names, titles, everything that is no longer text. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ')

/** Without any character that nobody sees, joiners too: where text is compared, or is an address. */
export const withoutHidden = (text: string): string => cleanText(text).replace(/[\p{Cf}\uFE0F]/gu, '')

/** What is meant by curly and other apostrophes. */
export const straightApostrophes = (text: string): string => text.replace(/[’‘ʼ′`´]/g, "'")

/**
 * A name as it is compared, found and sorted: in one case, without accents and apostrophes, with a space for each hyphen
 * and run of spaces. 'Áine O’Casey-Byrne' and "aine ocasey byrne" are the same.
 */
export const foldName = (text: string): string =>
  fold(text)
    .replaceAll("'", '')
    .replace(/[\s\p{Pd}_]+/gu, ' ')
    .trim()

/** Whether every word that was typed is in one of the texts, folded: what a list on the screen is searched by. */
export function hasWords(texts: readonly string[], typed: string): boolean {
  const folded = texts.map(foldName)
  return foldName(typed)
    .split(' ')
    .every((word) => folded.some((text) => text.includes(word)))
}

/** In one case, without accents, with straight apostrophes. Each character is folded by itself. */
export const fold = (text: string): string => [...withoutHidden(text)].map(foldCharacter).join('')

/** One character as names are compared: 'É' is 'e', 'ß' is 'ss', '’' is an apostrophe. An accent alone is nothing. */
export const foldCharacter = (character: string): string =>
  straightApostrophes(
    character.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD').replace(/\p{M}/gu, ''),
  ).replace(/[øłđæœ]/g, (letter) => plainLetters[letter] ?? letter)

// Letters that Unicode does not take apart.
const plainLetters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe' }
