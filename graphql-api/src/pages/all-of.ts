import { AppError, type FieldErrors } from '@kerbside/schema/errors'
import { invalidMessage } from '@kerbside/schema/validate'

type Results<Checks> = { [Key in keyof Checks]: Checks[Key] extends () => infer Result ? Awaited<Result> : never }

/** Runs every check, so that what all of them find wrong is named in one error. Another error than a wrong field wins. */
export async function allOf<const Checks extends readonly (() => unknown)[]>(
  ...checks: Checks
): Promise<Results<Checks>> {
  const results = await Promise.allSettled(checks.map(async (check) => check()))
  const errors = results.flatMap((result): unknown[] => (result.status === 'rejected' ? [result.reason] : []))
  const fields: FieldErrors = {}
  for (const error of errors) {
    if (!(error instanceof AppError) || error.fields === undefined) throw error
    for (const [name, texts] of Object.entries(error.fields)) fields[name] = [...(fields[name] ?? []), ...texts]
  }
  if (errors.length > 0) throw new AppError('INVALID', invalidMessage, { fields, cause: errors[0] })
  return results.map((result) => (result.status === 'fulfilled' ? result.value : undefined)) as Results<Checks>
}
