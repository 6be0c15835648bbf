/**
 * The colours of Kerbside, for everything that is not CSS. `pwa/src/brand/tokens.css` has the same colours under the
 * same names for the stylesheets; a test beside it compares the two.
 */
export const brand = {
  ink: '#111827',
  inkSoft: '#374151',
  inkMute: '#4b5563',
  line: '#dfe5e1',
  lineStrong: '#8a958e',
  ground: '#ffffff',
  groundGreen: '#f3faf5',
  groundStone: '#f7f5f0',
  green: '#16a34a',
  greenDeep: '#15803d',
  greenDark: '#14532d',
  greenPale: '#dcfce7',
  amber: '#92400e',
  amberLine: '#d97706',
  amberPale: '#fffbeb',
  red: '#b91c1c',
  redPale: '#fef2f2',
  focus: '#1d4ed8',
} as const
