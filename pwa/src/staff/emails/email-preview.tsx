import { Alert, Box, Skeleton } from '@mui/material'
import { messageOf } from '../../api/api-error.ts'
import { Muted, Section } from '../ui/section.tsx'
import type { useWordsForm } from './use-words-form.ts'

/** The real email with made-up people, in a frame in which nothing runs. */
export function EmailPreview({ preview }: { preview: ReturnType<typeof useWordsForm>['preview'] }) {
  const { email, isWrong, failure } = preview
  return (
    <Section title="Preview">
      {failure !== null && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {messageOf(failure)}
        </Alert>
      )}
      <Muted role="status" sx={{ mb: 1 }}>
        {isWrong ? 'As it was before the errors at the fields.' : 'As it will be sent, with made-up people.'}
      </Muted>
      {email === undefined ? (
        <Skeleton variant="rounded" height={480} />
      ) : (
        <>
          <Muted sx={{ mb: 1, overflowWrap: 'anywhere' }}>Subject: {email.subject}</Muted>
          <Box
            component="iframe"
            title="Preview of the email"
            sandbox=""
            srcDoc={forFrame(email.html)}
            sx={{ width: 1, height: { xs: 560, lg: 760 }, border: 1, borderColor: 'divider', borderRadius: 1 }}
          />
        </>
      )}
    </Section>
  )
}

/** The policy of the page holds in the frame too, so its styles need the nonce. Links lead to nothing that is there. */
function forFrame(html: string): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
  const nonce = meta?.nonce || meta?.getAttribute('nonce') || ''
  return html.replace('<style>', `<style nonce="${nonce}">a { pointer-events: none; }`)
}
