import { useQuery } from '@tanstack/react-query'
import { Muted } from '../../ui/section.tsx'
import { publicFigures } from '../pages.queries.ts'

/** The placeholders that texts of pages may have, and whether visitors read the measured ones today. */
export function PlaceholderNote() {
  const { data } = useQuery(publicFigures())
  return (
    <>
      <Muted sx={{ mt: 2 }}>
        Numbers that follow the settings: {'{firms}'} is the limit of firms in words, {'{Firms}'} with a capital,{' '}
        {'{firmsNumber}'} in digits, {'{nextFirm}'} the firm too many, {'{hours}'} the hours of the promised answer.
      </Muted>
      <Muted sx={{ mt: 1 }}>
        Figures measured over the last 90 days: {'{medianResponse}'} is the time in which half of the homeowners were
        answered (38 minutes), {'{firmsPerRequest}'} the firms that took up a request on average (3.4),{' '}
        {'{answeredInTime}'} the share answered within the promise (96%). They are shown from 20 leads on and while the
        promise is met; until then the sentence or list entry that names one is left out. Do not make a heading of one.
        {data && (data.hiddenBecause === null ? ' Shown today.' : ` Not shown today: ${data.hiddenBecause}`)}
      </Muted>
    </>
  )
}
