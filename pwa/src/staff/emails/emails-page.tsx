import { Link as TextLink, Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { usePageTitle } from '../ui/page-title.ts'
import { QueryState } from '../ui/query-state.tsx'
import { Muted, Row, Rows, Section } from '../ui/section.tsx'
import { formatDateTime } from '../ui/times.ts'
import { ToneChip } from '../ui/tone-chip.tsx'
import { emailPath, emailTemplates, type EmailTemplate } from './emails.queries.ts'

/** The emails whose words admins may change (docs/specification.md, 9.10). */
export function EmailsPage() {
  usePageTitle('Emails')
  const query = useQuery(emailTemplates())
  return (
    <Stack spacing={2} sx={{ maxWidth: 960 }}>
      <QueryState query={query} loading="Loading emails…" rows={5} staleNotice />
      {query.data && (
        <Section title="Emails in your words">
          <Muted sx={{ mb: 1 }}>
            Choose an email to change what it says. The built-in words are always there to go back to.
          </Muted>
          <Rows>
            {query.data.map((template) => (
              <Row
                key={template.name}
                title={
                  <TextLink component={Link} to={`/admin/emails/${emailPath(template.name)}`}>
                    {template.label}
                  </TextLink>
                }
                detail={[template.sent, changeText(template)].filter(Boolean).join(' ')}
              >
                <StateChip template={template} />
              </Row>
            ))}
          </Rows>
        </Section>
      )}
    </Stack>
  )
}

export const StateChip = ({ template: { isBuiltIn } }: { template: Pick<EmailTemplate, 'isBuiltIn'> }) => (
  <ToneChip
    {...(isBuiltIn ? { label: 'Built-in', tone: 'slate' as const } : { label: 'Changed', tone: 'blue' as const })}
  />
)

function changeText({ isBuiltIn, history: [newest] }: EmailTemplate): string {
  return isBuiltIn || !newest ? '' : `Changed by ${newest.savedBy.name}, ${formatDateTime(newest.savedAt)}.`
}
