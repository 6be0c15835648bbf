import { Box, Button, Typography } from '@mui/material'
import { useId } from 'react'
import { Muted } from '../ui/section.tsx'
import type { EmailVariable } from './emails.queries.ts'

type VariableListProps = { variables: readonly EmailVariable[]; onPress: (variable: EmailVariable) => void }

/** What can stand in the words, and what the email cannot go without. Pressing one inserts it. */
export function VariableList({ variables, onPress }: VariableListProps) {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="h3" id={id} sx={{ fontSize: '1rem', fontWeight: 600, mb: 0.5 }}>
        Variables
      </Typography>
      <Muted sx={{ mb: 1 }}>Press one to insert it where you were typing.</Muted>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
        {variables.map((variable) => (
          <Box
            component="li"
            key={variable.name}
            sx={{
              display: 'grid',
              columnGap: 1,
              gridTemplateColumns: { xs: '1fr', sm: '184px 1fr' },
              alignItems: 'center',
            }}
          >
            <Button
              size="small"
              onClick={() => onPress(variable)}
              sx={{ justifyContent: 'flex-start', fontFamily: 'monospace', textTransform: 'none' }}
            >
              {`{{${variable.name}}}`}
            </Button>
            <Muted>{meaningOf(variable)}</Muted>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

function meaningOf({ meaning, requiredIn, isBlock }: EmailVariable): string {
  const where = requiredIn === 'subject' ? 'needed in the subject' : requiredIn && 'needed in the text'
  const rules = [where, isBlock && 'in a paragraph of its own'].filter(Boolean).join(', ')
  return rules ? `${meaning} (${rules})` : meaning
}
