// Apart from `api-error.ts`, so that the first script of a visitor does not bring the staff's errors along.
/** What a fallback screen tells: the status text of a failed answer, or the error's own message (docs/specification.md, 2.1). */
export function failureText(error: unknown): string {
  const { statusText, message } = Object(error) as { statusText?: string; message?: string }
  return statusText || message || 'Something went wrong on this page.'
}
