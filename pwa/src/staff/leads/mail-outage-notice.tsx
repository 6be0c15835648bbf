import { useQuery } from '@tanstack/react-query'
import Alert from '@mui/material/Alert'
import { isWorthANotice, mailOutage, mailOutageWords } from './mail-outage.queries.ts'

/** On every staff screen while the mail server takes no mail: what the screens promise is not going out. */
export function MailOutageNotice() {
  const { data } = useQuery(mailOutage())
  if (!data || !isWorthANotice(data)) return null
  return (
    <Alert severity="warning" role="status" sx={{ mb: 2 }}>
      {mailOutageWords(data)} Emails go out by themselves when the server takes them again.
    </Alert>
  )
}
