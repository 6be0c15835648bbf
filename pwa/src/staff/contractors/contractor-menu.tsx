import MoreIcon from '@mui/icons-material/MoreVert'
import { IconButton } from '@mui/material'
import { emailAddressOf } from '@kerbside/schema/contractors/contractor'
import { ActionItem, ActionMenu } from '../ui/action-menu.tsx'
import { useConfirmed } from '../ui/dialogs/confirm-dialog.tsx'
import { contractorList, revokeLinks, type ListedContractor } from './contractors.queries.ts'

/** What is seldom done to a contractor. */
export function ContractorMenu({ firm }: { firm: ListedContractor }) {
  const revoking = useConfirmed({
    mutationFn: revokeLinks,
    question: (asked: ListedContractor) => ({
      title: `Revoke all links of ${asked.name}`,
      text: `The links in every email to ${asked.name} so far will stop working: to offers, jobs and their own page. Offers will stay open. New emails will have new links, and whoever opens an old one can have one sent to ${emailAddressOf(asked)}.`,
      confirm: 'Revoke All Links',
      busyText: 'Revoking…',
    }),
    done: 'All links revoked',
    failed: 'Failed to revoke the links',
    refreshes: contractorList(),
  })
  const label = `More actions for ${firm.name}`
  return (
    <>
      <ActionMenu
        label={label}
        button={
          <IconButton aria-label={label} size="small">
            <MoreIcon fontSize="small" />
          </IconButton>
        }
      >
        <ActionItem isDangerous onChoose={() => revoking.ask(firm)}>
          Revoke All Links
        </ActionItem>
      </ActionMenu>
      {revoking.dialog}
    </>
  )
}
