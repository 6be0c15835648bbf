import { ListLimit } from '@kerbside/schema/lists'
import { z } from 'zod'

/** A parameter of an address. A form sends an empty one for a filter that nobody chose. */
export const queryParameter = <S extends z.ZodType>(schema: S) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema.optional())

/** The `limit` of an address. */
export const limitParameter = queryParameter(
  z.preprocess(
    (text) => (/^\d+$/.test(String(text)) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : Number.NaN),
    ListLimit,
  ),
)
